import { HEX } from "./random.mjs";

const lines = (random, count) =>
  random
    .bytes(count * 48)
    .toString("base64")
    .replace(/(.{64})/g, "$1\n")
    .trim();
const pem = (label, opening) => (random, put) => {
  const body = `${opening}${lines(random, 3 + random.below(20)).slice(opening.length)}`;
  return `-----BEGIN ${label}-----\n${put(body)}\n-----END ${label}-----`;
};

/** Keys of more than one line; `put` marks the part that must go. */
export const BLOCKS = {
  "pem-rsa": pem("RSA PRIVATE KEY", "MIIEpAIBAAKCAQEA"),
  "pem-pkcs8": pem("PRIVATE KEY", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"),
  "pem-ec": pem("EC PRIVATE KEY", "MHcCAQEEI"),
  "pem-dsa": pem("DSA PRIVATE KEY", "MIIBugIBAAKBgQ"),
  "pem-encrypted": pem("ENCRYPTED PRIVATE KEY", "MIIFLTBXBgkqhkiG9w0BBQ0w"),
  openssh: pem("OPENSSH PRIVATE KEY", "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE"),
  "pem-legacy-encrypted": (random, put) =>
    `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${random.chars(32, HEX).toUpperCase()}\n\n${put(lines(random, 12))}\n-----END RSA PRIVATE KEY-----`,
  pgp: (random, put) =>
    `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n${put(`lQdGB${lines(random, 14).slice(5)}\n=${random.chars(4)}`)}\n-----END PGP PRIVATE KEY BLOCK-----`,
  "pem-without-end": (random, put) =>
    `-----BEGIN PRIVATE KEY-----\n${put(`MIIEvQIBADANBgkq${lines(random, 6).slice(16)}`)}`,
  "pem-one-line": (random, put) =>
    `-----BEGIN EC PRIVATE KEY----- ${put(`MHcCAQEEI${lines(random, 3).replaceAll("\n", " ").slice(9)}`)} -----END EC PRIVATE KEY-----`,
  jwk: (random, put) =>
    JSON.stringify({
      kty: "EC",
      crv: "P-256",
      x: random.bytes(32).toString("base64url"),
      y: random.bytes(32).toString("base64url"),
      d: put(random.bytes(32).toString("base64url")),
    }),
  "service-account": (random, put) =>
    JSON.stringify({
      type: "service_account",
      project_id: "orders-prod",
      private_key_id: random.chars(40, HEX),
      private_key: `-----BEGIN PRIVATE KEY-----\n${put(lines(random, 20))}\n-----END PRIVATE KEY-----\n`,
      client_email: "deploy@orders-prod.iam.gserviceaccount.com",
    }),
  putty: (random, put) =>
    `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: deploy\nPublic-Lines: 2\nAAAAC3NzaC1lZDI1NTE5AAAAI${random.chars(39)}\n${random.chars(16)}\nPrivate-Lines: 1\n${put(random.bytes(33).toString("base64"))}`,
  "aws-parts": (random, put) =>
    `[default]\naws_access_key_id = ${put(`AKIA${random.chars(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")}`)}\naws_secret_access_key = ${put(random.bytes(30).toString("base64"))}\naws_session_token = ${put(`IQoJb3JpZ2luX2Vj${random.bytes(150).toString("base64")}`)}\nregion = eu-west-1`,
  "azure-connection": (random, put) =>
    `DefaultEndpointsProtocol=https;AccountName=ordersprod;AccountKey=${put(random.bytes(64).toString("base64"))};EndpointSuffix=core.windows.net`,
  "azure-bus": (random, put) =>
    `Endpoint=sb://orders.servicebus.windows.net/;SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=${put(random.bytes(32).toString("base64"))}`,
  "sas-url": (random, put) =>
    `https://ordersprod.blob.core.windows.net/in/a.csv?sv=2024-11-04&se=2026-12-01T00%3A00%3A00Z&sr=b&sp=r&sig=${put(encodeURIComponent(random.bytes(32).toString("base64")))}`,
  "presigned-url": (random, put) =>
    `https://orders.s3.eu-west-1.amazonaws.com/a.zip?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20261121T070000Z&X-Amz-Expires=900&X-Amz-Signature=${put(random.chars(64, HEX))}&X-Amz-SignedHeaders=host`,
};
