import type { paths as source } from '../en/paths.ts';
import type { Widen } from '../widen.ts';

export const paths: Widen<typeof source> = {
  chooseFolder: '选择文件夹…',
  chooseFile: '选择文件…',
};
