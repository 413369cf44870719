import { randomBytes } from "node:crypto";

/**
 * @typedef {import("./fake-model.mjs").ModelReply} ModelReply
 * @typedef {{ id: string, type: "message", role: "assistant", model: string, content: any[],
 *   stop_reason: string, stop_sequence: null, usage: Record<string, number> }} Message
 */

const SMALL_USAGE = {
  input_tokens: 120,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 12,
};

/**
 * A reply as a whole message of the Messages API.
 * @param {ModelReply} reply
 * @param {string} model
 * @returns {Message}
 */
export function messageOf({ text, tools = [], usage }, model) {
  const words = text === undefined ? [] : [{ type: "text", text }];
  const calls = tools.map((tool) => ({ type: "tool_use", id: newId("toolu"), ...tool }));
  return {
    id: newId("msg"),
    type: "message",
    role: "assistant",
    model,
    content: [...words, ...calls],
    stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { ...SMALL_USAGE, ...usage },
  };
}

/** @param {string} prefix */
export function newId(prefix) {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
