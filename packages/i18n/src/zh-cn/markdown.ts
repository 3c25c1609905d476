import type { markdown as source } from '../en/markdown.ts';
import type { Widen } from '../widen.ts';
import { count } from './count.ts';

export const markdown: Widen<typeof source> = {
  copyCode: '复制代码',
  copyTable: '复制表格',
  copyCsv: '复制为 CSV',
  wrapLines: '长行自动换行',
  tableOf: (headings) => `表格：${headings}`,
  copied: '已复制',
  codeBlock: '代码',
  imageFrom: (host) => `来自 ${host} 的图片`,
  imageBlocked: '无法显示的图片',
  loadImage: '加载图片',
  loadingImage: '加载中…',
  imageFailed: '图片加载失败',
  linkBlocked: '无法打开的链接',
  moreRows: (n) => `再显示 ${count(n)} 行`,
  moreText: (n) => `再显示 ${count(n)} 个字符`,
  tooDeep: '嵌套过深，以下按纯文本显示',
  hiddenCharacters: (n) => `${count(n)} 个不可见字符`,
  math: '公式',
  diagram: '图表',
  diagramOf: (line) => `图表：${line}`,
  diagramSource: '显示其文本',
  drawing: '正在绘制图表…',
  diagramKind: (kind) => `“${kind}”这种图表以文本显示。`,
  diagramProblem: {
    'too-long': '这个图表过长，无法绘制。以下是它的文本。',
    'too-slow': '这个图表绘制用时过长。以下是它的文本。',
    unknown: '这种图表以文本显示。',
    wrong: '这个图表的文本有误，无法绘制。以下是它的文本。',
    unavailable: '这里无法绘制图表。以下是它的文本。',
  },
  checked: '已完成',
  unchecked: '未完成',
  footnotes: '脚注',
};
