# Gradle with JUnit 5: build.gradle.kts
# needs: gradle --version
# network: gradle --quiet testClasses
# check: gradle --quiet --offline --no-daemon test
. "$LAYOUTS/maven.sh"
project() {
    printf 'build/\n.gradle/\n' > .gitignore
    printf 'rootProject.name = "calc"\n' > settings.gradle.kts
    printf 'plugins {\n    java\n}\n\nrepositories {\n    mavenCentral()\n}\n\ndependencies {\n    testImplementation("org.junit.jupiter:junit-jupiter:5.10.2")\n    testRuntimeOnly("org.junit.platform:junit-platform-launcher:1.10.2")\n}\n\ntasks.test {\n    useJUnitPlatform()\n}\n' > build.gradle.kts
    code .
}
