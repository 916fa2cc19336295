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
