import { describe, expect, it, vi } from 'vitest';
import { decodeText, holdsKey, readDesiredFile } from '#bulk/desired-file.ts';
import { placeText } from '#bulk/read-list.ts';
import { fileText } from '#web/features/bot-users/export-file.ts';
import { makeBotUser } from '#web/test/fake-service.ts';

/** Its items, and `Line 2: why` of what cannot be read. */
async function read(text: string) {
  const { target, list } = await readDesiredFile(text);
  const unreadable = list.unreadable.map((each) => `${placeText(each)}: ${each.reason}`);
  return { target, items: list.items.map(({ item }) => item), unreadable };
}

const BROKEN = 'a character in it is broken: save the file as UTF-8';
const wanted = [
  { id: 'bot_1', name: 'deploy', active: true },
  { name: 'a, b; c', active: false },
];

describe('bot users', () => {
  it.each([
    ['semicolons, CRLF', '\uFEFFID;Name;Aktiv\r\nbot_1;deploy;WAHR\r\n;"a, b; c";FALSCH\r\n'],
    ['a tab', 'name\tactive\tid\ndeploy\t1\tbot_1\n"a, b; c"\t0\n'],
    ['headings in French', 'Nom;Actif;Id\ndeploy;VRAI;bot_1\n"a, b; c";FAUX;\n'],
    ['no headings', 'bot_1,deploy,active\n,"a, b; c",inactive'],
    ['JSON', JSON.stringify({ note: 'x', bot_users: wanted })],
    ['a JSON list', JSON.stringify(wanted, null, 2)],
    ['JSON Lines', wanted.map((each) => JSON.stringify(each)).join('\n')],
  ])('are read with %s', async (_, text) => {
    expect(await read(text)).toEqual({ target: 'bot-user', items: wanted, unreadable: [] });
  });

  it('may be names, or ids, with a state or without', async () => {
    const { items } = await read('deploy\nbot_1\nname of a bot,off\n"x, y"\nid');
    expect(items).toEqual([
      { either: 'deploy' },
      { either: 'bot_1' },
      { either: 'name of a bot', active: false },
      { either: 'x, y' },
      { either: 'id' },
    ]);
  });

  it('have a column of names alone, also one that looks like a heading', async () => {
    const { items } = await read('Name\nstatus\nname\n');
    expect(items).toEqual([{ name: 'status' }, { name: 'name' }]);
    const { items: others } = await read('status\nbackup');
    expect(others).toEqual([{ either: 'status' }, { either: 'backup' }]);
  });

  it('have blanks around, numbers and commas in JSON', async () => {
    const { items, unreadable } = await read('{"id": " bot_1 ", "name": 5},\n{"name": "b"},\n');
    expect([items, unreadable]).toEqual([[{ id: 'bot_1', name: '5' }, { name: 'b' }], []]);
  });

  it('name no columns of an export of this page', async () => {
    for (const format of ['csv', 'json', 'jsonl'] as const) {
      const { list } = await readDesiredFile(fileText(format, [makeBotUser(1)]));
      expect([list.items.length, [...list.unused]]).toEqual([1, []]);
    }
  });

  it('name the columns and fields that mean nothing', async () => {
    for (const text of [
      'id,name,Aktive?,,team\nbot_1,a,no,x,y',
      '[{"id": "bot_1", "Aktive?": 1, "team": "y"}]',
    ])
      expect([...(await readDesiredFile(text)).list.unused]).toEqual(['Aktive?', 'team']);
  });

  it('keep what is not said', async () => {
    const { items } = await read('id,name,active\nbot_1,,\nbot_2,,no\n,deploy,\n');
    expect(items).toEqual([{ id: 'bot_1' }, { id: 'bot_2', active: false }, { name: 'deploy' }]);
  });

  it('say the line, the column and the reason of what cannot be read, and go on', async () => {
    const { items, unreadable } = await read(
      'id,name,active\nbot_1,a,maybe\nbot_2,b,true\n,,true\nbot_3,"c\nd",2\nbot_4,e,yes',
    );
    expect(items).toMatchObject([{ id: 'bot_2' }, { id: 'bot_4' }]);
    expect(unreadable).toEqual([
      'Line 2: “maybe” in the column active is neither true nor false',
      'Line 4: it has neither an id nor a name',
      'Line 5: “2” in the column active is neither true nor false',
    ]);
  });

  it.each([
    ['deploy,prod', 'Line 1: without headings, two columns are a name, and true or false'],
    [',true', 'Line 1: it has neither an id nor a name'],
    ['a,b,c,d', 'Line 1: it has more than three columns and no headings'],
    ['[{"id": "bot_1"}, null]', 'Line 1, entry 2: it is no object'],
    ['[{"id": "bot_1"}, {"active": true}]', 'Line 1, entry 2: it has neither an id nor a name'],
    ['[["a"]]', 'Line 1, entry 1: it is no object'],
    ['[{"name": ["a", "b"]}]', 'Line 1, entry 1: name is neither a text nor true or false'],
    ['{"name": "gatehouse", "version": "1"}', 'Line 1: it has no list bot_users'],
    ['{"id": "b"}\nfoo', 'Line 2: it is no JSON'],
    ['{"id": "b"}\n{"active": true}', 'Line 2: it has neither an id nor a name'],
    ['[{"name": "\uFFFD"}]', `Line 1, entry 1: ${BROKEN}`],
  ])('are not read from %j: %s', async (text, reason) => {
    expect((await read(text)).unreadable).toEqual([reason]);
  });

  it.each([
    ['UTF-16 of a spreadsheet', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['big-endian UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ])('are read from %s', async (_, encode) => {
    const { items } = await read(decodeText(encode('name\tactive\nMüller\ttrue\n')));
    expect(items).toEqual([{ name: 'Müller', active: true }]);
  });

  it.each([0, 9500])('are read around a quote that goes wrong, among %i more', async (more) => {
    const others = 'plain\n"a\nb\nc"\n'.repeat(more);
    const otherNames = Array.from({ length: more }, () => ['plain', 'a\nb\nc']).flat();
    for (const bad of ['"5"" drive" x', '"oops', 'x,"y']) {
      const { items, unreadable } = await read(
        `name\n${others}"a;b"\n${bad}\nplain\n"two\nlines"\n"Smith, John"\n${others}`,
      );
      const names = ['a;b', 'plain', 'two\nlines', 'Smith, John'];
      const all = [...otherNames, ...names, ...otherNames];
      expect(items.map((item) => 'name' in item && item.name)).toEqual(all);
      const place = `Line ${(3 + 4 * more).toLocaleString('en')}`;
      expect(unreadable).toEqual([`${place}: a quote in it is not closed`]);
    }
    const { items, unreadable } = await read('name\nplain\n"oops');
    expect([items, unreadable.length]).toEqual([[{ name: 'plain' }], 1]);
  });

  it.each([
    ['a note of many lines', `name,note\nA,"${'x\n'.repeat(50)}"\nB`, ['A', 'B']],
    ['blank lines above, and few cells below', '\n\nname;active\nA;true\nB', ['A', 'B']],
    ['the same heading again', 'name\nA\nname\nB', ['A', 'B']],
    ['a name that begins as JSON does', 'name\n["A"] b', ['["A"] b']],
    ['a name that is a heading', 'id,name,active\n,name,active', ['name']],
    ['the same headings once more', 'id,name\n,A\nid,name\n,B', ['A', 'B']],
  ])('have %s', async (_, text, names) => {
    const { items, unreadable } = await read(text);
    expect([items.map((item) => 'name' in item && item.name), unreadable]).toEqual([names, []]);
  });

  it.each([
    'Bot users\nid;name;active\n;plain;false',
    'Team list,,\n,,\nid,name,active\n,plain,false',
    'sep=;\nid;name;active\n;plain;false',
  ])('have nothing above their headings: %j', async (text) => {
    const { items, unreadable } = await read(text);
    expect(items).toEqual([{ name: 'plain', active: false }]);
    expect(unreadable).toEqual(['Line 1: it stands above the headings']);
  });

  it('have no headings below rows with columns', async () => {
    const { items } = await read('ci-bot,true\nnome,\ndeploy,false');
    expect(items).toEqual([
      { either: 'ci-bot', active: true },
      { either: 'nome' },
      { either: 'deploy', active: false },
    ]);
  });

  it('have a heading for each cell', async () => {
    const { items, unreadable } = await read('name\nSmith, John\nRoe,,');
    expect(items).toEqual([{ name: 'Roe' }]);
    expect(unreadable).toEqual(['Line 2: it has more cells than there are headings']);
  });

  it('have one meaning for each column and field: the first', async () => {
    for (const text of [
      'name,active,State\na,true,false',
      '{"id": null, "name": "a", "active": true, "State": false}\n{"name": "b"}',
    ]) {
      const { list } = await readDesiredFile(text);
      expect(list.items[0]?.item).toEqual({ name: 'a', active: true });
      expect([...list.unused]).toEqual(['State']);
    }
  });

  it('are read from UTF-8 with a broken character, but for its line', async () => {
    const decode = (before: string, after = '') =>
      decodeText(Buffer.concat([Buffer.from(before), Buffer.of(0xe9), Buffer.from(after)]));
    const { items, unreadable } = await read(decode('name\nMüller\ncaf', '\nlast'));
    expect(items).toEqual([{ name: 'Müller' }, { name: 'last' }]);
    expect(unreadable).toEqual([`Line 3: ${BROKEN}`]);
    expect(decode('\uFEFFcaf')).toBe('caf\uFFFD');
    expect(decodeText(Buffer.from('caf\uFFFD'))).toBe('caf\uFFFD');
  });

  it('may be called what routes have', async () => {
    const named = [
      'id,name\n1,edge_id\n2,"edge_id,id"',
      '[{"name": "edge_id"}, {"name": "\\"edge_id\\": \\"id\\": "}]',
    ];
    for (const text of named) expect((await read(text)).target).toBe('bot-user');
  });

  it('leave the page free while 20,000 lines are read', async () => {
    let [turns, now] = [0, 0];
    const timer = setInterval(() => (turns += 1), 1);
    // On a fast machine one slice would be enough.
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.01));
    await read(Array.from({ length: 20_000 }, (__, at) => `bot_${at},name ${at},true`).join('\n'));
    vi.restoreAllMocks();
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});

it('has a key in it, of a Gatehouse or of the caller', () => {
  const key = `ghk_${'aB3'.repeat(11)}`;
  expect(holdsKey(`name\n${key}`, () => false)).toBe(true);
  expect(holdsKey('is mine', (text) => text.includes('mine'))).toBe(true);
  expect(holdsKey(`name\n${key.slice(0, 20)}`, () => false)).toBe(false);
});

describe('routes', () => {
  const route = { edge_id: 'edghts_1', id: 'edghtsrt_1', label: 'api' };
  const EMPTY = { enabled: false, ip_policy_ids: [] };
  const of = (fields: object) => JSON.stringify([{ ...route, ...fields }]);

  const IDS = 'edghts_1,edghtsrt_1';
  it.each([
    ['other words', `Name,Edge ID,Route,Enabled,IP policy ids\napi,${IDS},yes,ipp_1 ipp_2\n`],
    [
      'the export of states',
      `label,edge_id,route_id,state,policies,policy_names\napi,${IDS},On,ipp_1 ipp_2,"Office, VPN"\n`,
    ],
  ])('are read under the headings of %s', async (_, text) => {
    const item = { ...route, enabled: true, ip_policy_ids: ['ipp_1', 'ipp_2'] };
    expect(await read(text)).toEqual({ target: 'route', items: [item], unreadable: [] });
  });

  it('are called by their id where they have no label, and have each policy once', async () => {
    const { items } = await read(of({ label: '', ip_policy_ids: ['a', 'a', 'b'] }));
    expect(items).toMatchObject([{ label: 'edghtsrt_1', ip_policy_ids: ['a', 'b'] }]);
  });

  it.each([
    ['an edge that is missing', of({ edge_id: '' }), 'it needs an edge_id and an id'],
    ['an id that no address can hold', of({ id: '..' }), '“..” cannot be an id'],
    ['no object', '[{"edge_id": "e", "id": "r"}, "e/r"]', 'it needs an edge_id and an id'],
  ])('are refused for %s', async (_, text, reason) => {
    expect((await read(text)).unreadable.at(-1)?.replace(/^.*?: /, '')).toBe(reason);
  });

  it('are refused for policies and a switch that are none', async () => {
    const { unreadable } = await read(of({ ip_policy_ids: [{}] }));
    expect(unreadable[0]).toMatch(/: ip_policy_ids is neither a text nor true or false$/);
    const other = await read(of({ enabled: 'maybe' }));
    expect(other.unreadable[0]).toMatch(/“maybe” in the column enabled is neither true nor false$/);
  });

  it.each([
    ['nothing', of({}), {}],
    ['that there is none', of({ enabled: 'None' }), {}],
    ['that no policy is on it', of(EMPTY), EMPTY],
  ])('may say %s', async (_, text, fields) => {
    expect((await read(text)).items).toEqual([{ ...route, ...fields }]);
  });
});
