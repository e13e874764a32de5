import { deviceTopic, parseDeviceTopic } from '@senca/contract'

/** A device writes its own status, state and result [DP3]. */
export function mayPublish(deviceId: string, topic: string): boolean {
  const place = parseDeviceTopic(topic)
  return place !== null && place.deviceId === deviceId && place.topic !== 'command'
}

/** A device subscribes to its own commands [DP3]. */
export const maySubscribe = (deviceId: string, filter: string): boolean =>
  filter === deviceTopic(deviceId, 'command')
