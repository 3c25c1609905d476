import { plural } from './plural.ts';

export const onboarding = {
  title: 'Welcome to Portolan',
  lead: 'Connect MCP servers, use their tools by hand, or let a model use them while you decide.',
  step: (current: number, total: number) => `Step ${current} of ${total}`,
  skipAll: 'Skip setup',
  finish: 'Start using Portolan',
  model: {
    title: 'Choose a model',
    text: 'One that runs on this computer, a model file, or a provider with your key. You can do this later: tools, resources and prompts work by hand without one.',
    none: 'No model for now',
    noneText: 'Use servers by hand. Nothing leaves this computer.',
    cloud: 'A provider with an API key',
    cloudText: 'OpenAI, Anthropic, Google, or any address that speaks the OpenAI protocol.',
    local: 'A model on this computer',
    localText: 'Ollama, LM Studio, llama-server and others that listen on this computer.',
  },
  servers: {
    title: 'Bring your servers',
    text: 'Paste a configuration, a command line or an address. Nothing starts until you have seen exactly what will run.',
    found: (count: number, client: string) =>
      plural(count, { one: `# server found in the settings of ${client}`, other: `# servers found in the settings of ${client}` }),
    import: 'Review and add',
    paste: 'Paste a configuration',
    later: 'I will add servers later',
  },
  use: {
    title: 'Use them',
    text: 'Run tools and read resources by hand, or chat with a model and decide about each call it makes.',
  },
  demo: {
    title: 'Try it offline',
    text: 'A small demo server shows tools, resources and prompts. It runs on this computer and contacts nobody.',
    start: 'Start the demo server',
    running: 'The demo server is running',
    openTools: 'Look at its tools',
  },
  home: {
    greeting: 'What would you like to do?',
    tryTool: 'Run a tool by hand',
    tryToolText: 'A form made from the tool’s own schema. No model needed.',
    readResource: 'Read a resource',
    readResourceText: 'Browse what your servers offer to read.',
    usePrompt: 'Use a prompt',
    usePromptText: 'Prepared messages with arguments, from your servers.',
    startChat: 'Start a chat',
    startChatText: 'Ask a model, and decide about every tool call.',
    addServer: 'Add a server',
    addServerText: 'Paste JSON, a command line or an address.',
    addModel: 'Connect a model',
    addModelText: 'A model on this computer, a model file, or your own key.',
  },
};
