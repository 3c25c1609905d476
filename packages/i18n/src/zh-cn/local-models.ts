import type { localModels as source } from '../en/local-models.ts';
import type { Widen } from '../widen.ts';

export const localModels: Widen<typeof source> = {
  look: '查找本机上的模型',
  looking: '正在查找…',
  lookText: '在本机的常用端口上询问 Ollama、LM Studio、llama-server 和 Jan。点击之前不会询问任何程序。',
  found: '在本机找到',
  none: '本机上没有提供模型的程序作出应答。',
  noneText: '请先启动 Ollama、LM Studio、llama-server 或 Jan，或者打开一个模型文件。',
  services: { ollama: 'Ollama', 'lm-studio': 'LM Studio', 'llama-server': 'llama-server', jan: 'Jan' },
  models: (count) => `${count} 个模型`,
  noModels: '还没有模型。请先在那里下载一个。',
  needsKey: '它需要密钥。请按其地址添加为提供商，并填写密钥。',
  add: '添加',
  addOf: (service) => `添加 ${service}`,
  update: '更新',
  updateOf: (service) => `更新 ${service}`,
  isAdded: '已添加',
  wasAdded: (service) => `已添加 ${service}`,
  context: (tokens) => `可读 ${tokens} 个词元`,
  canTools: '可用工具',
  cannotTools: '不用工具',
  canSee: '可看图片',
  canHear: '可听声音',
  canReason: '显示推理过程',
};
