const MOST = 16_384;
const SHAPE = /^[A-Za-z0-9+/_-]{6,}={0,2}$/;
const TEXT = /^[\t\n\r\x20-\x7e]+$/;

/** Decodes base64; undefined if the result is not plain ASCII text. */
export function decodeBase64(value: string): string | undefined {
  if (value.length > MOST || !SHAPE.test(value) || value.replace(/=+$/, "").length % 4 === 1)
    return undefined;
  const text = Buffer.from(value, "base64").toString("latin1");
  return TEXT.test(text) ? text : undefined;
}
