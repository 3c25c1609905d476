/** 配置文件中某个条目无法使用的原因。 */
export function entryReason(reason: string, field: string): string {
  const it = field === '' ? '该条目' : `“${field}”`;
  const words: Record<string, string> = {
    'not-an-object': `${it}必须是花括号中的对象。`,
    'no-command-or-url': '其中既没有 “command” 也没有 “url”。',
    'wrong-type': `${it}的内容类型不对。`,
    'not-allowed': `${it}含有不允许的内容。`,
    'too-large': `${it}过长。`,
    'duplicate-key': field === '' ? '名称重复出现。' : `${it}重复出现。`,
    'duplicate-id': '另一个条目使用了相同的 id。',
    'bad-name': '名称为空、过长，或首尾有空格，或含有看不见的字符。',
  };
  return words[reason] ?? '无法读取。';
}
