import type { MqttCredentials } from '@senca/contract/mqtt'
import type { TFunction } from 'i18next'
import type { FieldValue } from './copy-value.tsx'

/** The version that every broker of Senca takes. */
const MQTT_VERSION = '3.1.1'

/** Everything that a client of a login has to be given. */
export function loginFields(login: MqttCredentials, t: TFunction): FieldValue[] {
  const { host, port, tls, tlsPort, username, password, topicPrefix, discoveryPrefix } = login
  const plain = { label: t('mqtt.field.port'), value: String(port) }
  const secure = { label: t('mqtt.field.tlsPort'), value: String(tls ? port : tlsPort) }
  return [
    { label: t('mqtt.field.host'), value: host },
    ...(tls ? [] : [plain]),
    ...(tls || tlsPort !== null ? [secure] : []),
    { label: t('mqtt.field.username'), value: username },
    { label: t('mqtt.field.password'), value: password },
    ...(topicPrefix === ''
      ? []
      : [
          { label: t('mqtt.field.topicPrefix'), value: topicPrefix },
          { label: t('mqtt.field.clientId'), value: username },
        ]),
    { label: t('mqtt.field.discoveryPrefix'), value: `${topicPrefix}${discoveryPrefix}` },
    { label: t('mqtt.field.version'), value: MQTT_VERSION },
  ]
}
