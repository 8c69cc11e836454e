/// Ralph's own tools for agents over MCP: a server on standard input and output, inside an attempt.
@NullMarked
package dev.ralph.mcp;

import org.jspecify.annotations.NullMarked;
