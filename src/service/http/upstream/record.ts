import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Change } from '#service/domain/history.ts';
import { jsonIn } from '#service/domain/text.ts';
import { paramsOf } from '#service/http/upstream/routes.ts';

/** What is missing or of another type is not known: the change has been made, and has its entry. */
const Changed = z.object({
  id: z.catch(z.string(), ''),
  name: z.catch(z.nullable(z.string()), null),
  active: z.catch(z.nullable(z.boolean()), null),
});

const Restriction = z.object({
  enabled: z.catch(z.boolean(), true),
  /** Else they are as they were sent. */
  ip_policies: z.catch(z.nullish(z.array(z.object({ id: z.string() }))), null),
  /** As it is sent. */
  ip_policy_ids: z.catch(z.array(z.string()), []),
});

/** A service may say no more than `null` or "OK" of what it has done. */
const fieldsIn = (text: string) => Object(jsonIn(text)) as Record<string, unknown>;

const OPERATIONS = { POST: 'create', PATCH: 'update', PUT: 'update', DELETE: 'delete' } as const;

/**
 * What the upstream has changed, by what it says or, where it says nothing or less, by what it was sent. What was there
 * before is not known.
 *
 * @param text body of its response
 */
export function changeIn(request: FastifyRequest, text: string): Change {
  const operation = OPERATIONS[request.method as keyof typeof OPERATIONS]; // the contract's changes
  const { id = '', edge_id } = paramsOf(request);
  const body = { ...fieldsIn(String(request.body)), ...fieldsIn(text) };
  if (edge_id === undefined) {
    const { id: made, name, active } = Changed.parse(body);
    const resource = { resource_type: 'bot_user' as const, resource_id: id || made };
    return { operation, ...resource, name: name ?? '', new_name: name, new_active: active };
  }
  const resource = { resource_type: 'ip_restriction' as const, resource_id: id, edge_id, name: '' };
  if (operation === 'delete') return { operation, ...resource };
  const { enabled, ip_policies, ip_policy_ids } = Restriction.parse(body);
  const ids = ip_policies?.map((policy) => policy.id) ?? ip_policy_ids;
  return { operation, ...resource, new_active: enabled, new_policy_ids: ids };
}
