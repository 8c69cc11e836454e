import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A test that is not run. */
@Retention(RetentionPolicy.RUNTIME)
@interface Disabled {}
