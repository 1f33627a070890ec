import type { FastifyPluginAsync } from 'fastify';

export function createUpstream(_options: object): {
  api: FastifyPluginAsync;
  inventory: FastifyPluginAsync;
  isReachable: () => Promise<boolean>;
  close: () => void;
} {
  throw new Error('Not yet');
}
