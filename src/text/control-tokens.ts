/**
 * The control tokens of chat templates and tokenizers, by model family, as of November 2026. Add new tokens here:
 * `neutralize.ts` and its tests use this table.
 *
 * Sources, some of them second-hand: tokenizer_config.json and chat_template.jinja of the models on Hugging Face
 * (DeepSeek V3.1 and V3.2, Qwen 3, Command R7B and Command A Reasoning, GLM 4.5, Kimi K2, MiniMax M2.7); SpecialTokens of
 * mistral-common (tokens/tokenizers/base.py); prompt_format.md of meta-llama/llama-models (Llama 3.3 and 4);
 * ai.google.dev/gemma/docs/core (prompt formatting, and that of Gemma 4); docs.cohere.com/docs/prompting-command-r;
 * the templates of EXAONE 4.0 in llama.cpp and of Nemotron Mini in Ollama; the harmony format of openai/harmony; Claude's
 * tags as its agents write them.
 */
export const CONTROL_TOKENS = {
  deepseek: tokens`
    <｜begin▁of▁sentence｜> <｜end▁of▁sentence｜> <｜User｜> <｜Assistant｜> <｜DSML｜> <｜tool▁calls▁begin｜>
    <｜tool▁calls▁end｜> <｜tool▁call▁begin｜> <｜tool▁call▁end｜> <｜tool▁sep｜> <｜tool▁output▁begin｜>
    <｜tool▁output▁end｜>`,
  reasoning: tokens`<think> </think> <|think|>`,
  qwen: tokens`
    <|im_start|> <|im_end|> <|im_sep|> <|endoftext|> <tool_call> </tool_call> <tool_response>
    </tool_response>`,
  llama: tokens`
    <|begin_of_text|> <|end_of_text|> <|start_header_id|> <|end_header_id|> <|eot_id|> <|eom_id|>
    <|python_tag|> <|header_start|> <|header_end|> <|eot|> <<SYS>> <</SYS>> <s> </s> <unk>`,
  mistral: tokens`
    [INST] [/INST] [SYSTEM_PROMPT] [/SYSTEM_PROMPT] [AVAILABLE_TOOLS] [/AVAILABLE_TOOLS] [TOOL_CALLS]
    [TOOL_RESULTS] [/TOOL_RESULTS] [TOOL_CONTENT] [ARGS] [CALL_ID] [THINK] [/THINK] [IMG] [IMG_BREAK]
    [IMG_END] [PREFIX] [MIDDLE] [SUFFIX] <pad>`,
  gemma: tokens`
    <start_of_turn> <end_of_turn> <bos> <eos> <|turn> <turn|> <|channel> <channel|> <|tool> <tool|>
    <|tool_call> <tool_call|> <|tool_response> <tool_response|> <|"|> <|image> <image|> <|audio> <audio|>`,
  command: tokens`
    <BOS_TOKEN> <EOS_TOKEN> <|START_OF_TURN_TOKEN|> <|END_OF_TURN_TOKEN|> <|USER_TOKEN|> <|CHATBOT_TOKEN|>
    <|SYSTEM_TOKEN|> <|START_THINKING|> <|END_THINKING|> <|START_ACTION|> <|END_ACTION|> <|START_RESPONSE|>
    <|END_RESPONSE|> <|START_TOOL_RESULT|> <|END_TOOL_RESULT|>`,
  harmony: tokens`<|start|> <|end|> <|message|> <|channel|> <|constrain|> <|return|> <|call|>`,
  glm: tokens`[gMASK] <sop> <|system|> <|user|> <|assistant|> <|observation|>`,
  kimi: tokens`
    <|im_system|> <|im_user|> <|im_assistant|> <|im_middle|> <|tool_calls_section_begin|>
    <|tool_calls_section_end|> <|tool_call_begin|> <|tool_call_argument_begin|> <|tool_call_end|>`,
  exaone: tokens`[|system|] [|user|] [|assistant|] [|tool|] [|endofturn|]`,
  nemotron: tokens`<extra_id_0> <extra_id_1>`,
  minimax: tokens`]~b] ]~!b[ [e~[ ]!p~[`,
  claude: tokens`<system-reminder> </system-reminder> <function_calls> </invoke>`,
  holdfast: tokens`<holdfast-recovery> </holdfast-recovery> <holdfast-notes> </holdfast-notes>`,
} satisfies Record<string, readonly string[]>;

/** None of them contains a space. */
function tokens({ raw }: TemplateStringsArray): string[] {
  return raw.join("").trim().split(/\s+/);
}
