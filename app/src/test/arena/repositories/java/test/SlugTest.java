class SlugTest {
    @Test
    void lettersBecomeSmall() {
        Tests.assertEquals("hello", Slug.of("Hello"));
    }

    @Test
    void aBlankBecomesADash() {
        Tests.assertEquals("a-b", Slug.of("a b"));
    }

    @Test
    void anEmptyTextIsRefused() {
        Tests.assertThrows(IllegalArgumentException.class, () -> Slug.of("  "));
    }

    @Test
    void manyBlanksBecomeOneDash() {
        Tests.assertEquals("a-b", Slug.of("a  b"));
    }
}
