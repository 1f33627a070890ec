import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skeletonOf } from '#web/features/bot-users/view/skeleton.ts';

describe('names look the same', () => {
  it.each([
    ['ci-deploy', 'CI-Deploy'],
    ['ci deploy', ' cideploy '],
    ['ci\u00a0deploy', 'ci\u3000deploy'],
    ['ci\u200b-deploy', 'ci-\u202edeploy\u00ad'],
    ['ci\u2011deploy', 'ci\u2212deploy'],
    ['paypal', 'р\u0430ур\u0430l'],
    ['scope', 'ѕсоре'],
    ['KIT', '\u039a\u0399\u03a4'],
    ['ոօհս', 'nohu'],
    ['eu-1', 'eu-l'],
    ['eu-1', 'EU-I'],
    ['node-0', 'n0de-o'],
    ['modern', 'modem'],
    ['\uff42\uff4f\uff54', 'bot'],
    ['𝕓𝗼𝘁', 'bot'],
    ['caf\u00e9', 'cafe\u0301'],
    ['straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['\ufb01le', 'file'],
  ])('%j and %j', (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });

  it('whatever the case and the room between the letters', () => {
    const room = fc.constantFrom('', ' ', '\t', '\u00a0', '\u200b', '\u2060', '\ufeff', '\ufe0f');
    const letters = fc.array(
      fc.tuple(fc.constantFrom(...Array.from('aBlI01mrnO-_éЖдΣßµ文')), room),
    );
    fc.assert(
      fc.property(letters, (parts) => {
        const name = parts.map(([letter]) => letter).join('');
        const spread = parts.map(([letter, blank]) => blank + letter).join('');
        expect(skeletonOf(spread.toUpperCase())).toBe(skeletonOf(name));
        expect(skeletonOf(spread.toLowerCase())).toBe(skeletonOf(name));
      }),
    );
  });
});

it.each([
  ['ci-deploy', 'ci_deploy'],
  ['ci-deploy', 'cideploy'],
  ['eu-1', 'eu-2'],
  ['cafe', 'café'],
  ['job-6', 'job-b'],
  ['бот', 'bot'],
  ['日本', '日木'],
])('tells %j and %j apart', (one, other) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(other));
});

it('is empty where there is nothing to see', () => {
  expect(skeletonOf('\u200b \u2800\u3164')).toBe('');
});
