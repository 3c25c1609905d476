import type { pins as source } from '../en/pins.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const pins: Widen<typeof source> = {
  title: '自你允许此服务器后的变化',
  notice: (server, n, tools, hasInstructions) =>
    n === 0
      ? `${server} 对模型的自我说明变了。在你查看之前，模型不会收到新的说明。`
      : `${server} 更改了 ${count(n)} 个工具（${tools}）。在你查看之前，这些工具${hasInstructions ? '和它的说明都' : ''}已暂停使用。`,
  look: '查看变化',
  text: (n) => `${count(n)} 个工具与原先不同。在你决定之前，不会提供给任何模型，也无法调用。`,
  others: (n) => `处理完这些之后，还有 ${count(n)} 个。`,
  state: { suspended: '已暂停', keptOff: '保持关闭', added: '新增' },
  newText: '此工具是后来才出现的，使用前请先看看它的说明。',
  reasons: {
    changed: '它的定义与你所知的不同。',
    renamed: (other) => `它就是原来的“${other}”：定义相同，只是换了名称。`,
    swapped: (other) => `它与“${other}”互换了说明。`,
    'hidden-orders': '它的定义中含有只有模型才能读到的隐形字符，正常的工具不会有。',
  },
  since: (when) => `与 ${when} 的版本对比`,
  never: '它从未被允许过：全部内容都按新增显示。',
  fields: { name: '名称', title: '标题', description: '描述', inputSchema: '参数（输入 Schema）', outputSchema: '结果（输出 Schema）', annotations: '自称的特性（注解）', icons: '图标' },
  hidden: (n) => `新内容中有 ${count(n)} 个不可见字符`,
  diffOf: (field, tool) => `${tool} 的${field}：前后对比`,
  accept: '接受新的定义',
  acceptAll: (n) => `全部接受（${count(n)} 个）`,
  acceptAllTitle: (n) => `接受 ${count(n)} 个工具的新定义？`,
  acceptAllText: '它们会重新提供给模型。你曾设为始终允许的，之后会重新询问。',
  keepOff: '保持关闭',
  accepted: (tool) => `${tool} 可以再次使用，调用时会询问你。`,
  keptOff: (tool) => `${tool} 会保持关闭，直到它再次变化`,
  decideHere: '在此决定',
  suspendedRun: '此工具已暂停，无法运行。',
  seen: '我看过了',
  addedTools: (names) => `新增：${names}`,
  removedTools: (names) => `不再提供：${names}`,
  server: {
    name: (before, after) => `服务器现在自称“${after}”，之前是“${before}”。`,
    version: (before, after) => `服务器现在是 ${after} 版，之前是 ${before} 版。`,
    instructions: '服务器给模型的说明与之前不同。在你看过之前，模型不会收到。',
    instructionsDiff: '说明：前后对比',
  },
  definition: {
    open: '模型读到的全部内容',
    title: (tool) => `模型读到的 ${tool}`,
    text: '除了描述，模型还会读到名称、默认值、选项、示例和标题。',
    sent: '发送给模型的内容',
    server: '服务器',
    tool: '工具',
    name: '名称',
    description: '描述',
    noDescription: '没有描述。',
    schema: '参数（Schema）',
    excluded: (reason) => `不发送：${reason}`,
    raw: '服务器发来的原始定义',
    output: '结果（输出 Schema）',
    failure: '最近一次失败的文字',
    hidden: (n) => `此定义中有 ${count(n)} 个不可见字符，已在下方标出。`,
  },
  confusable: (name, other) => `“${name}”看起来像“${other}”，但并不是同一个。`,
};
