import type { providers as source } from '../en/providers.ts';
import type { Widen } from '../widen.ts';

export const providers: Widen<typeof source> = {
  groups: { services: '服务', clouds: '云平台', own: '自己的地址' },
  ownAddressHint: (service) => `仅在不使用 ${service} 自己的地址时填写，例如使用网关。`,
  keyFrom: (address) => `可在 ${address} 创建。`,
  azure: {
    resource: '资源名称',
    resourceHint: '即 https://名称.openai.azure.com 中的名称，也可以填写完整地址。',
    resourceWrong: '资源名称由字母、数字和连字符组成；地址应以 https:// 开头。',
    key: '密钥',
    keyHint: '在资源页面的“密钥和终结点”中。',
    deployments: '部署名称，每行一个',
    deploymentsHint: '即部署模型时取的名称。Azure 不会列出它们，所以需要在此填写。',
    deploymentsNeeded: '请至少填写一个部署名称。',
    version: 'API 版本',
    versionHint: '留空表示当前版本。较旧的资源需要填写日期，例如 2024-10-21。',
    versionWrong: '版本是日期，例如 2024-10-21 或 2025-04-01-preview。',
    works: (name) => `${name} 响应正常，密钥有效。`,
  },
  bedrock: {
    region: '区域',
    regionHint: '已启用模型的区域，例如 eu-central-1 或 us-east-1。',
    regionWrong: '区域的格式如 eu-central-1。',
    signIn: '登录方式',
    withKeys: '访问密钥',
    withApiKey: 'Bedrock API 密钥',
    accessKeyId: '访问密钥 ID',
    secretAccessKey: '秘密访问密钥',
    sessionToken: '会话令牌',
    sessionTokenHint: '仅临时密钥需要，其 ID 以 ASIA 开头。',
    keysKept: '已保存访问密钥。留空则保持不变。',
    bothNeeded: 'ID 和秘密密钥需要同时填写。',
    signed: '请求用秘密密钥签名，密钥本身不会发送。',
    ownAddress: '仅在使用自己的地址时填写，例如专用终结点。',
  },
};
