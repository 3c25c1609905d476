import type { values as source } from '../en/values.ts';
import type { Widen } from '../widen.ts';

export const values: Widen<typeof source> = {
  title: '它需要的值',
  needed: (server) => `${server} 启动前需要你提供以下内容。`,
  lead: '机密值加密保存，只交给这个服务器。配置文件中只有它们的名称。',
  kept: '已保存。输入即可替换。',
  notEntered: '尚未输入',
  eachTime: '每次启动时询问',
  choose: '请选择…',
  save: '保存',
  saveAndStart: '保存并启动',
  saved: '已保存。正在运行的服务器将在下次启动时获得它。',
  forget: (what) => `忘记 ${what}`,
  forgotten: (what) => `已忘记 ${what}`,
  secret: (name) => `机密 ${name}`,
  keepSecret: (name) => `加密保存 ${name} 的值`,
  keptEncrypted: '已加密保存',
  willBeEncrypted: '将加密保存，不写入配置文件。',
  onlyInMemory: '目前密钥不保存在这台电脑上（见“设置”中的“机密”）：每次启动 Portolan 后都会再次向你询问。',
  inPlainText: '它们将以明文写入配置文件。',
  openTitle: '配置中有明文密钥',
  openText: (names) => `${names}：你的任何程序都能读到。加密后只有这个服务器能得到它们。此前的配置副本中仍有明文。`,
  moveIn: '加密保存',
  movedIn: '已加密保存。配置中只有它们的名称。',
  choosePlace: '先选择密钥的保存位置',
  pasteSecrets: (names) => `加密保存 ${names}，不写入配置文件`,
};
