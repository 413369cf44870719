/** A value in a state. A `bigint` is an integer that a double cannot represent. */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}
