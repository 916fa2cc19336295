/** Settings of opencode that lead it to a local model. */
export const opencodeModel = (url: string) => ({
  model: 'recorder/m',
  provider: {
    recorder: {
      npm: '@ai-sdk/anthropic',
      options: { baseURL: `${url}/v1`, apiKey: 'none' },
      models: { m: { name: 'm', tool_call: true } },
    },
  },
})

/** The same of Codex, as its `config.toml`. */
export const codexModel = (url: string) =>
  `model = "gpt-5.5"\nmodel_provider = "recorder"\n[model_providers.recorder]\nname = "recorder"\nbase_url = "${url}/v1"\nwire_api = "responses"\n`
