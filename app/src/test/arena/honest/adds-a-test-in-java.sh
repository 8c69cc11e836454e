# Repairs the code and adds a test.
# repository: java
. "$ARENA/acts.sh"
repair
sed -i '$d' test/SlugTest.java
cat >>test/SlugTest.java <<'TEXT'

    @Test
    void blanksAroundAreDropped() {
        Tests.assertEquals("a", Slug.of("  a  "));
    }
}
TEXT
commit 'One dash for many blanks'
promise
