# Maven with JUnit 5 in two modules, one of which uses the other
# needs: mvn --version
# network: mvn -q -B test-compile surefire:test -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false
# check: mvn -q -B -o test
. "$LAYOUTS/maven.sh"
at=calc
project() {
    printf 'target/\n' > .gitignore
    {
        printf '<project xmlns="http://maven.apache.org/POM/4.0.0">\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>org.example</groupId>\n  <artifactId>all</artifactId>\n  <version>1</version>\n  <packaging>pom</packaging>\n  <modules>\n    <module>calc</module>\n    <module>shop</module>\n  </modules>\n'
        pom
        echo '</project>'
    } > pom.xml
    code calc
    mkdir -p shop/src/main/java/org/example/shop shop/src/test/java/org/example/shop
    parent='<project xmlns="http://maven.apache.org/POM/4.0.0">\n  <modelVersion>4.0.0</modelVersion>\n  <parent>\n    <groupId>org.example</groupId>\n    <artifactId>all</artifactId>\n    <version>1</version>\n  </parent>\n'
    printf "$parent  <artifactId>calc</artifactId>\n</project>\n" > calc/pom.xml
    printf "$parent  <artifactId>shop</artifactId>\n  <dependencies>\n    <dependency>\n      <groupId>org.example</groupId>\n      <artifactId>calc</artifactId>\n      <version>1</version>\n    </dependency>\n  </dependencies>\n</project>\n" > shop/pom.xml
    printf 'package org.example.shop;\n\npublic class Shop {\n    public static int price(int one, int tax) {\n        return org.example.Calc.add(one, tax);\n    }\n}\n' > shop/src/main/java/org/example/shop/Shop.java
    printf 'package org.example.shop;\n\nimport org.junit.jupiter.api.Assertions;\nimport org.junit.jupiter.api.Test;\n\nclass ShopTest {\n    @Test\n    void hasPrices() {\n        Assertions.assertEquals(12, Shop.price(10, 2));\n    }\n}\n' > shop/src/test/java/org/example/shop/ShopTest.java
}
