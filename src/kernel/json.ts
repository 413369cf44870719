/** What a state may hold. `bigint` stands for an integer literal that a double cannot carry. */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}
