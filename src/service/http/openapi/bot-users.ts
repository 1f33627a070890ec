import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { documented, type Documented } from '#service/http/openapi/operation.ts';

const tag = 'Bot users';
const id = { description: 'Id of the bot user.', example: 'bot_3E8yWmZ0qV5hXkT3JcR7bLfSgAa' };

const nightly: BotUser = {
  id: id.example,
  uri: `https://gatehouse.example.com/api/bot_users/${id.example}`,
  name: 'nightly build',
  active: true,
  created_at: '2026-03-02T08:30:00Z',
};
const list = 'https://gatehouse.example.com/api/bot_users';

export const botUserTag = {
  name: tag,
  description: 'Named bot identities. An inactive one cannot act.',
};

export const botUserOperations: Documented[] = [
  documented(botUserEndpoints.create, {
    operationId: 'createBotUser',
    tag,
    summary: 'Create a bot user',
    description: 'It is active unless active is false.',
    params: {},
    bodies: {
      active: { summary: 'An active bot user', value: { name: 'nightly build' } },
      inactive: { summary: 'Not to act yet', value: { name: 'release', active: false } },
    },
    answer: 'The new bot user.',
    answers: { created: { summary: 'The new bot user', value: nightly } },
    errors: ['NAME_TAKEN'],
  }),
  documented(botUserEndpoints.list, {
    operationId: 'listBotUsers',
    tag,
    summary: 'List bot users',
    description:
      'Newest first, in pages. Follow next_page_uri until it is null; pages do not shift when bot users ' +
      'are created or deleted meanwhile.',
    params: {},
    answer: 'One page.',
    answers: {
      more: {
        summary: 'Older ones follow',
        value: {
          bot_users: [nightly],
          uri: list,
          next_page_uri: `${list}?before_id=${nightly.id}&limit=1`,
        },
      },
      last: {
        summary: 'The last page',
        value: { bot_users: [nightly], uri: list, next_page_uri: null },
      },
    },
    errors: [],
  }),
  documented(botUserEndpoints.get, {
    operationId: 'getBotUser',
    tag,
    summary: 'Get a bot user',
    description: 'Gives the bot user as it is now.',
    params: { id },
    answer: 'The bot user.',
    answers: { found: { summary: 'The bot user', value: nightly } },
    errors: ['BOT_USER_NOT_FOUND'],
  }),
  documented(botUserEndpoints.update, {
    operationId: 'updateBotUser',
    tag,
    summary: 'Update a bot user',
    description: 'A field that is left out keeps its value; an empty object changes nothing.',
    params: { id },
    bodies: {
      deactivate: { summary: 'Switch it off', value: { active: false } },
      rename: { summary: 'Rename it', value: { name: 'weekly build' } },
    },
    answer: 'The bot user as it is now.',
    answers: {
      deactivated: { summary: 'Switched off', value: { ...nightly, active: false } },
    },
    errors: ['BOT_USER_NOT_FOUND', 'NAME_TAKEN'],
  }),
  documented(botUserEndpoints.remove, {
    operationId: 'deleteBotUser',
    tag,
    summary: 'Delete a bot user',
    description: 'For good; its name may be used again, its id never is.',
    params: { id },
    answer: 'The bot user is deleted.',
    errors: ['BOT_USER_NOT_FOUND'],
  }),
];
