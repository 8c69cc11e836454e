'use strict';

/** The text as a part of an address. */
function slug(text) {
  if (!text.trim()) throw new Error('the text is empty');
  return text.trim().toLowerCase().replace(/ /g, '-');
}

module.exports = { slug };
