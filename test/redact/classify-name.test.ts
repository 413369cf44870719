import { describe, expect, test } from "vitest";
import { classifyName } from "../../src/redact/names/classify-name.ts";

describe("RED-R2: what a name says about its value", () => {
  test.each([
    "password",
    "Password1",
    "password12",
    "password_12",
    "DB_PASSWORD",
    "dbPassword",
    "HTTPPassword",
    "db--password",
    "  password: ",
    "dbpass",
    "rootpw",
    "wifi_psk",
    "authtok",
    "mydbsecret",
    "pre_shared_key",
    "secret_value",
    "secret_value_base64",
    "Kennwörter",
    "contraseñas",
    "lösenord",
    "hasło",
    "haslami",
    "şifre",
  ])("%j holds a password", (name) => {
    expect(classifyName(name)).toBe("password");
  });

  test.each([
    "token",
    "token_2",
    "token_v2",
    "tokenV3",
    "api_token_v_2",
    "oauth2_token",
    "APIToken",
    "accesstoken",
    "access_token_base64",
    "otp1",
    "cookie",
    "amz-credential",
    "api_key",
    "APIKey",
    "apiKey",
    "service_keys",
    "shared_key",
    "password_key",
    "my_password_host_name_key",
    "AZURE_STORAGE_KEY",
    "myapikey",
    "networkkey",
  ])("%j holds a token", (name) => {
    expect(classifyName(name)).toBe("token");
  });

  test.each([
    "foo_key",
    "my_key",
    "pre_foo_key",
    "AWSKey",
    "secret_id",
    "client_secret_id",
    "Schlüssel",
    "Straßenschlüssel",
    "klucz",
    "chiave",
  ])("%j may hold a key", (name) => {
    expect(classifyName(name)).toBe("key");
  });

  test.each([
    "",
    "_",
    "2",
    "1_2",
    "v2",
    "id",
    "user_id",
    "secret_ids",
    "value",
    "base64",
    "host_value",
    "key",
    "keys",
    "key_v2",
    "primary_key",
    "storage_key",
    "public_key",
    "my_public_token",
    "csrf_token",
    "next_token",
    "page_token",
    "existing_secret",
    "image_pull_secrets",
    "token_url",
    "password_hint",
    "token_len",
    "token_2fa",
    "token_a2b3",
    "app_cache_key",
    "x-amz-credential",
    "mypw",
    "dbpasses",
    "monkey",
    "turkey",
    "sha256",
    "secretary",
    "tokenizer",
    "sig",
    "appid",
    "signature",
  ])("%j holds no secret", (name) => {
    expect(classifyName(name)).toBeUndefined();
  });

  test.each(["sig", "X-Signature", "key", "public_key", "appid"])(
    "%j does as a parameter of a URL",
    (name) => {
      expect(classifyName(name, true)).toBe("token");
    },
  );

  test.each(["appid_2", "id", "", "page"])("%j does not there either", (name) => {
    expect(classifyName(name, true)).toBeUndefined();
  });
});
