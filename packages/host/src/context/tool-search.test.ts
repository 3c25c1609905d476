import { describe, expect, it } from 'vitest';
import { tool } from '../../test/available-tool.ts';
import type { AvailableTool } from '../ports.ts';
import { searchTools } from './tool-search.ts';

const schema = (...names: string[]) => ({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) });
const tools: AvailableTool[] = [
  tool('github', 'create_issue', schema('repo', 'title', 'body'), 'Opens a new issue in a repository.'),
  tool('github', 'listPullRequests', schema('repo', 'state'), 'Lists the pull requests of a repository.'),
  tool('gitlab', 'create_issue', schema('project', 'title'), 'Opens a new issue in a project.'),
  tool('files', 'read-text-file', schema('path'), 'Reads a file as text.'),
  tool('weather', 'get_forecast', schema('latitude', 'longitude'), 'Says what the weather will be.'),
  { ...tool('stock', '查询库存', schema('仓库'), '查询仓库里的商品数量。'), serverName: '库存' },
  tool('plain', 'noop', {}, ''),
];
const found = async (query: string) => (await searchTools(tools, query, 5, new AbortController().signal)).map(({ serverName, name }) => `${serverName}/${name}`);

describe('a look for tools (C13)', () => {
  it('takes a sentence of a model for what it is about', async () => {
    expect((await found('I need to open an issue about a bug on GitHub for the user'))[0]).toBe('github/create_issue');
    expect((await found('what will the weather be tomorrow'))[0]).toBe('weather/get_forecast');
  });

  it('finds words of names however they are joined, in the plural, begun, or misspelt', async () => {
    expect((await found('pull request'))[0]).toBe('github/listPullRequests');
    expect((await found('forecasts'))[0]).toBe('weather/get_forecast');
    expect((await found('repos'))[0]).toMatch(/^github/);
    expect((await found('forcast'))[0]).toBe('weather/get_forecast');
  });

  it('finds by the names of arguments, by the server, by the very name, and in Chinese', async () => {
    expect((await found('longitude'))[0]).toBe('weather/get_forecast');
    expect((await found('issue gitlab'))[0]).toBe('gitlab/create_issue');
    expect((await found('files__read-text-file'))[0]).toBe('files/read-text-file');
    expect((await found('看看仓库的库存'))[0]).toBe('库存/查询库存');
  });

  it('finds nothing for what is not there, and ends when it is told to', async () => {
    expect(await found('xylophone')).toEqual([]);
    expect(await found('')).toEqual([]);
    const many = Array.from({ length: 5_000 }, (_, index) => tool(`s${index % 10}`, `tool_${index}`, schema('a'), 'word '.repeat(200)));
    await expect(searchTools(many, 'word', 5, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });
});
