import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A test. */
@Retention(RetentionPolicy.RUNTIME)
@interface Test {}
