/**
 * Published token formats that gitleaks lacks or matches too narrowly: a keyword with which the token begins, and a
 * pattern of the token. A pattern that starts with `^` has its keyword inside the token instead.
 */
export const TOKEN_SHAPES: readonly (readonly [keyword: string, pattern: string])[] = [
  ...each("ghp_ gho_ ghu_ ghs_ ghr_", "[A-Za-z0-9]{30,255}"),
  ...each("github_pat_", "[A-Za-z0-9_]{22,255}"),
  ...each(
    "glpat- gldt- glrt- glcbt- glptt- glft- glffct- glimt- glagent- gloas- glsoat- glwt-",
    "[\\w.=-]{20,300}",
  ),
  // Models and AI services.
  ...each("sk-ant- sk-proj- sk-svcacct- sk-admin- sk-or- sk-lf- sk-None- sk-live-", "[\\w-]{16,300}"),
  ["sk-", "sk-[A-Za-z0-9]{20,64}"],
  ...each(
    "gsk_ xai- pplx- csk- nvapi- fw_ r8_ hf_ pcsk_ lsv2_ vapi_ tgp_v1_ e2b_ jina_ fc- exa_ voyage-",
    "[\\w-]{20,200}",
  ),
  ...each(
    "tvly- tvly-dev- tvly-prod- bb_live_ composio_ wandb_v1_ apify_api_ or-v1- cpk_ mem0_ m0- helicone-",
    "[\\w-]{16,200}",
  ),
  ...each(
    "crsr_ key_ cfut_ cfat_ cfk_ cfd_ dsn_ sess- ak- ark- ms- dop_v1_ doo_v1_ dor_v1_",
    "[A-Za-z0-9]{32,100}",
  ),
  // Clouds and hosting.
  ...each("AKIA ASIA ABIA ACCA", "[A-Z2-7]{16}", "(?![A-Z0-9])"),
  ["absk", "ABSK[A-Za-z0-9+/]{80,300}={0,2}"],
  ["bedrock-api-key-", "bedrock-api-key-[A-Za-z0-9+/=]{20,4000}"],
  ["gocspx-", "GOCSPX-[\\w-]{20,40}"],
  ["ya29.", "ya29\\.[\\w.-]{20,2000}"],
  ["1//0", "1//0[\\w-]{30,200}"],
  ["aq.ab", "AQ\\.Ab[\\w-]{30,100}"],
  ["tskey-", "tskey-[a-z]{2,12}-[A-Za-z0-9]{6,40}(?:-[A-Za-z0-9]{16,80})?"],
  ["ltai", "LTAI[A-Za-z0-9]{12,30}"],
  ["akid", "AKID[A-Za-z0-9]{32}"],
  ...each(
    "sbp_ sb_secret_ sbp_oauth_ rnd_ napi_ neon_ tfp_ vercel_ vcp_ vci_ vca_ vcr_ vck_ nf_ nfp_",
    "[\\w-]{20,120}",
  ),
  ...each(
    "nfc_ nfo_ nfb_ nfu_ scw_ hcloud_ rpa_ vlt_ koyeb_ cfp_ dckr_pat_ dckr_oat_ railway_ zeabur- up_",
    "[\\w-]{20,120}",
  ),
  ...each("HRKU-", "[\\w-]{36,80}"),
  ...each("fo1_ fm1a_ fm1r_ fm2_ FlyV1", "[\\w+/=, -]{30,2000}"),
  ["v1.0-", "v1\\.0-[a-f0-9]{20,30}-[a-f0-9]{100,200}"],
  ["k10", "K10[a-f0-9]{48,64}::[\\w-]{1,32}:[\\w.-]{16,128}"],
  ["swmtkn-", "SWMTKN-1-[a-z0-9]{40,60}-[a-z0-9]{20,30}"],
  ["dapi", "dapi[a-f0-9]{32}(?:-\\d)?"],
  ["dose", "dose[a-f0-9]{32}"],
  ...each("CFPAT- waka_ sdk- mob- api-key- esecret_ pa- as- esp_ ak_ fal_ dg_ aai_", "[\\w-]{22,80}"),
  ["pscale_", "pscale_(?:tkn|pw|oauth|otkn|ptkn)_[\\w.=-]{30,80}"],
  ["pul-", "pul-[a-f0-9]{40}"],
  ["dp.", "dp\\.(?:pt|ct|st|sa|scim|audit|said)(?:\\.[a-z0-9_-]{2,35})?\\.[A-Za-z0-9]{40,48}"],
  ["atlasv1", "^[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{50,80}"],
  ...each("hvs. hvb. hvr.", "[\\w-]{20,400}"),
  ["8q~", "^[\\w~.-]{3}8Q~[\\w~.-]{31,37}"],
  ["7q~", "^[\\w~.-]{3}7Q~[\\w~.-]{31,37}"],
  ["azdo", "^[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}"],
  ["acrd", "^[A-Za-z0-9+/]{42}\\+ACR[A-D][A-Za-z0-9]{6}"],
  ["aabbcr", "^[A-Za-z0-9+/]{30,80}AABBCR[A-Za-z0-9+/=]{0,10}"],
  ["jqqj99", "^[A-Za-z0-9]{30,64}JQQJ99[A-Za-z0-9]{20,40}"],
  // Packages, code and CI.
  ...each("npm_", "[A-Za-z0-9]{30,60}"),
  ...each("pypi-", "[\\w-]{50,1000}"),
  ...each("rubygems_ jfrt@ CLOJARS_ oy2 cio crates_ nuget_ packagist_ hexpm_", "[A-Za-z0-9]{30,80}"),
  ...each("AKCp cmVmdGtuO", "[A-Za-z0-9]{30,100}"),
  ...each("ATATT3 ATCTT3 ATBB ATSTT3 ATOA", "[\\w=-]{24,400}"),
  ...each(
    "CCIPAT_ CCIPRJ_ bkua_ bkui_ bkct_ bkaj_ bkcq_ bkr_ sqp_ sqa_ squ_ sgp_ slk_ snyk_ rdme_ pnu_ bgk_",
    "[\\w-]{30,120}",
  ),
  ["sntrys_", "sntrys_eyJ[\\w+/=-]{60,400}_[\\w+/-]{43}=?"],
  ...each("sntryu_ sntrya_ sntryi_", "[\\w+/=.-]{40,400}"),
  ...each("ops_eyJ", "[\\w+/=-]{40,4000}"),
  ...each("A3-", "[A-Z0-9]{6}-[A-Z0-9-]{20,40}"),
  ["age-secret-key-", "AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{40,80}"],
  ["api-", "API-[A-Z0-9]{25,32}"],
  // Work, chat, mail, data.
  ...each("xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxe- xoxc- xoxd- xapp- xwfp-", "[\\w.%/+=-]{16,400}"),
  ...each(
    "secret_ ntn_ lin_api_ lin_oauth_ figd_ figu_ figo_ phx_ phc_ phs_ pha_ shpat_ shpca_ shppa_ shpss_ shptka_",
    "[\\w-]{30,100}",
  ),
  ...each(
    "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ whsec_ sk_org_ ek_live_ rcpt_live_",
    "[\\w+/=]{16,260}",
  ),
  ...each("PMAK-", "[a-f0-9]{24}-[a-f0-9]{30,40}"),
  ...each("SG.", "[\\w=-]{16,32}\\.[\\w=-]{30,60}"),
  ...each("xkeysib- xsmtpsib-", "[a-f0-9]{60,70}-[A-Za-z0-9]{16}"),
  ...each("key- mg- pubkey-", "[a-f0-9]{32}"),
  ...each("sq0atp- sq0csp- sq0idp- EAAA", "[\\w-]{20,80}"),
  ...each("EAAC EAAM EAAG EAAB EAAJ EAAE", "[A-Za-z0-9]{80,400}"),
  ...each("NRAK- NRII- NRRA- NRJS- NRAA- NRIQ- NRAL-", "[\\w-]{18,64}"),
  ...each(
    "glsa_ eyJrIjoi dt0c01. dt0s01. dt0s02. dt0s16. ico- lntk_ bt_ hny_ hcaik_ hcxik_ logfire_ aio_",
    "[\\w.+/=-]{24,400}",
  ),
  ...each("EZAK EZTK", "[A-Za-z0-9]{50,60}"),
  ...each(
    "duffel_live_ duffel_test_ shippo_live_ shippo_test_ FLWSECK- FLWSECK_TEST- FLWPUBK- FLWPUBK_TEST- live_ test_ rzp_live_ rzp_test_ flw_",
    "[\\w=-]{20,80}",
  ),
  ...each("access-sandbox- access-production- access-development- link-sandbox-", "[0-9a-f-]{36}"),
  ...each("pat-na1- pat-eu1- pat-na2- pat-ap1- na1- eu1-", "[0-9a-f-]{36}"),
  ["pat", "pat[A-Za-z0-9]{14}\\.[a-f0-9]{50,64}"],
  ["pk.ey", "pk\\.eyJ[\\w-]{20,200}\\.[\\w-]{16,64}"],
  ["sk.ey", "sk\\.eyJ[\\w-]{20,200}\\.[\\w-]{16,64}"],
  ["tk.ey", "tk\\.eyJ[\\w-]{20,200}\\.[\\w-]{16,64}"],
  ["re_", "re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,30}"],
  ["4b1d", "4b1d[A-Za-z0-9]{38}"],
  ["t1.", "t1\\.[A-Z0-9a-z_-]{1,400}={0,2}\\.[A-Za-z0-9_-]{40,100}={0,2}"],
  ["aqvn", "AQVN[\\w-]{30,40}"],
  ["y0_", "y0_[\\w-]{50,80}"],
  ["sha256~", "sha256~[\\w-]{40,46}"],
  ["tk-us-", "tk-us-[\\w-]{40,60}"],
  ["fio-u-", "fio-u-[\\w=-]{50,80}"],
  ["p8e-", "p8e-[A-Za-z0-9]{32}"],
  // Plain hex is a key only right after the name.
  ["sourcegraph", "^(?<=[Ss]ourcegraph[\"'\\]]{0,2}[ \\t]{0,2}[:=][ \\t]{0,2}[\"']?)[a-fA-F0-9]{40}"],
  ["_mmk", "^[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk"],
  ["dnkey-", "dnkey-[\\w=-]{26}-[\\w=-]{40,60}"],
  ["s-s4t2", "s-s4t2(?:ud|af)-[a-fA-F0-9]{64}"],
  ["aaaaaaaaaaaaaaaaaaaaaa", "A{22}[\\w%]{40,120}"],
  [":aa", "^(?:bot)?\\d{5,16}:AA[\\w-]{30,40}"],
  [":apa91", "^[\\w-]{8,30}:APA91b[\\w-]{100,200}"],
  // Blockchain keys.
  ["nsec1", "nsec1[a-z0-9]{58}"],
  ...each("xprv yprv zprv tprv", "[1-9A-HJ-NP-Za-km-z]{100,112}"),
  // Signed tokens: JSON in base64, with or without the signature; also base64-encoded a second time.
  [
    "eyj",
    "eyJ[\\w-]{10,4000}\\.(?:eyJ[\\w-]{4,8000}|\\.[\\w-]{10,1000}|[\\w-]{16,8000}\\.[\\w-]{10,1000})(?:\\.[\\w-]{0,2000}){0,3}",
  ],
  ["zxlk", "ZXlK[\\w+/-]{40,8000}={0,2}"],
  ["v4.", "v4\\.(?:local|public)\\.[\\w-]{32,4000}"],
];

function each(prefixes: string, rest: string, after = ""): [string, string][] {
  return prefixes
    .split(" ")
    .map((prefix) => [prefix.toLowerCase(), prefix.replaceAll(".", "\\.") + rest + after]);
}
