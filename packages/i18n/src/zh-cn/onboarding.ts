import type { onboarding as source } from '../en/onboarding.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const onboarding: Widen<typeof source> = {
  title: '欢迎使用 Portolan',
  lead: '连接 MCP 服务器，亲手使用其中的工具；也可以交给模型调用，由你决定是否放行。',
  step: (current, total) => `第 ${current} 步，共 ${total} 步`,
  skipAll: '跳过设置',
  finish: '开始使用',
  model: {
    title: '选择模型',
    text: '本机上运行的模型、模型文件，或使用密钥的服务商。可以以后再选：没有模型也能手动运行工具、读取资源和使用提示词。',
    none: '暂不使用模型',
    noneText: '手动使用服务器，数据不会离开这台电脑。',
    cloud: '使用 API 密钥连接服务商',
    cloudText: 'OpenAI、Anthropic、Google，或任何兼容 OpenAI 协议的地址。',
    local: '使用本机模型',
    localText: 'Ollama、LM Studio、llama-server 等在本机监听的服务。',
  },
  servers: {
    title: '添加你的服务器',
    text: '粘贴配置、命令行或网址即可。在你看清将要运行的内容之前，不会启动任何程序。',
    found: (n, client) => `在 ${client} 的设置中找到 ${count(n)} 个服务器`,
    import: '查看并添加',
    paste: '粘贴配置',
    later: '以后再添加',
  },
  use: {
    title: '开始使用',
    text: '手动运行工具、读取资源，或与模型对话，并由你决定它的每一次调用。',
  },
  demo: {
    title: '离线试用',
    text: '内置的演示服务器包含工具、资源和提示词，只在本机运行，不会联网。',
    start: '启动演示服务器',
    running: '演示服务器正在运行',
    openTools: '查看它的工具',
  },
  home: {
    greeting: '想做点什么？',
    tryTool: '手动运行工具',
    tryToolText: '表单根据工具自身的 Schema 生成，无需模型。',
    readResource: '读取资源',
    readResourceText: '浏览各服务器提供的内容。',
    usePrompt: '使用提示词',
    usePromptText: '服务器预先写好的消息，可以填写参数。',
    startChat: '开始对话',
    startChatText: '向模型提问，每次工具调用都由你决定。',
    addServer: '添加服务器',
    addServerText: '粘贴 JSON、命令行或网址。',
    addModel: '连接模型',
    addModelText: '本机上的模型、模型文件，或使用自己的密钥。',
  },
};
