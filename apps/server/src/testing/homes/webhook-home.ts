import {
  createdWebhookSchema,
  type Webhook,
  type WebhookDelivery,
  webhookDeliveriesSchema,
  webhookQueuedSchema,
  webhooksSchema,
} from '@senca/contract/webhooks'
import type { Answer, TestClient } from '../test-client.ts'
import { API } from './bridge-home.ts'

export const askWebhooks = (client: TestClient, call: string, json: object): Promise<Answer> =>
  client.api('POST', `${API}/webhook/${call}`, { json })

export const createWebhook = async (client: TestClient, json: object) =>
  createdWebhookSchema.parse(await client.ok(askWebhooks(client, 'create', json)))

export const listWebhooks = async (client: TestClient): Promise<Webhook[]> =>
  webhooksSchema.parse(await client.ok(client.api('GET', `${API}/webhook/list`)))

export const listDeliveries = async (client: TestClient, id: string): Promise<WebhookDelivery[]> =>
  webhookDeliveriesSchema.parse(await client.ok(client.api('GET', `${API}/webhook/deliveries?id=${id}`)))

/** Sends a test; returns the id of the delivery. */
export const testWebhook = async (client: TestClient, id: string): Promise<string> =>
  webhookQueuedSchema.parse(await client.ok(askWebhooks(client, 'test', { id }))).id
