import { DEVICE_TOPICS, deviceTopic } from '@senca/contract'

/** A device writes its own status, state and result [DP3]. */
export const mayPublish = (deviceId: string, topic: string): boolean =>
  DEVICE_TOPICS.some((name) => name !== 'command' && topic === deviceTopic(deviceId, name))

/** A device hears its own commands [DP3]. */
export const maySubscribe = (deviceId: string, filter: string): boolean =>
  filter === deviceTopic(deviceId, 'command')
