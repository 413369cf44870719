export interface Rule {
  kind: string;
  /** The first group is the secret; without groups the whole match is. */
  pattern: RegExp;
}

/** Shapes that vendors give their tokens, and places where a secret stands whatever it looks like. */
export const RULES: readonly Rule[] = [
  {
    kind: "private-key",
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,8000}?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { kind: "github-token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/g },
  { kind: "gitlab-token", pattern: /\bgl(?:pat|ptt|dt|rt|cbt|ft|soat)-[A-Za-z0-9_-]{20,64}/g },
  { kind: "anthropic-key", pattern: /\bsk-ant-[A-Za-z0-9_-]{20,200}/g },
  { kind: "openai-key", pattern: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,200}/g },
  { kind: "aws-key-id", pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g },
  { kind: "slack-token", pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,200}/g },
  {
    kind: "slack-webhook",
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9+/]{20,120})/g,
  },
  { kind: "stripe-key", pattern: /\b(?:sk|rk|whsec)_(?:live_|test_|prod_)?[A-Za-z0-9]{20,200}/g },
  { kind: "google-key", pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { kind: "google-oauth", pattern: /\b(?:ya29\.[A-Za-z0-9_-]{20,400}|GOCSPX-[A-Za-z0-9_-]{20,60})/g },
  { kind: "npm-token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: "pypi-token", pattern: /\bpypi-AgE[A-Za-z0-9_-]{50,300}/g },
  { kind: "sendgrid-key", pattern: /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,60}/g },
  { kind: "digitalocean-token", pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  { kind: "huggingface-token", pattern: /\bhf_[A-Za-z0-9]{30,60}\b/g },
  { kind: "telegram-token", pattern: /\b[0-9]{8,10}:AA[A-Za-z0-9_-]{32,34}/g },
  { kind: "age-key", pattern: /\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}/g },
  { kind: "jwt", pattern: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}/g },
  {
    kind: "url-password",
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,80}:([^\s@/"'<>$[{]{3,200})@/gi,
  },
  { kind: "authorization", pattern: /\b(?:bearer|basic|token)\s+([A-Za-z0-9+/_.~-]{16,2000}={0,2})/gi },
  { kind: "cookie", pattern: /\b(?:set-)?cookie:\s*([^\s"'][^\n"']{8,2000})/gi },
  {
    kind: "password-prose",
    pattern: /\b(?:password|passphrase|passcode|secret)\s+(?:is|was|:)\s+["'`]?([^\s"'`]{6,100})/gi,
  },
];

export const SECRET_NAME =
  /(?:password|passwd|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token|client[_-]?secret|credentials?|(?:^|[_-])(?:pwd|pat|token))$/i;

/** `NAME = value` where the name says that the value is secret: shell, env files, JSON, YAML, code, flags. */
export const ASSIGNMENT =
  /\b[\w.-]{0,60}(?:password|passwd|passphrase|secret(?:[_-]?key)?|api[_-]?key|access[_-]?key|private[_-]?key|[_-]token|client[_-]?secret|credentials?|[_-]pwd)["'`]?\s{0,3}(?::|=>|=|\s(?=["'`]))\s{0,3}["'`]?([^\s"'`,;)}\]]{6,400})/gi;
