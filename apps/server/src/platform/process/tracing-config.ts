/** Where traces are sent. */
export interface TracingConfig {
  /** The URL of the collector, with its path. */
  url: string
  headers: Record<string, string>
  serviceName: string
}

const MAX_LENGTH = 1_000
const HEADER = /^([A-Za-z0-9-]{1,100})=([\x21-\x7e]{1,1000})$/
const NAME = /^[\x21-\x7e]{1,100}$/

/** Parses the standard variables of OpenTelemetry. Undefined without an endpoint; errors are added to the complaints. */
export function parseTracing(
  environment: Readonly<Record<string, string | undefined>>,
  complaints: string[],
): TracingConfig | undefined {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '',
    OTEL_EXPORTER_OTLP_HEADERS: headers = '',
    OTEL_SERVICE_NAME: serviceName = '',
  } = environment
  if (endpoint === '') return undefined
  const isAddress =
    endpoint.length <= MAX_LENGTH && URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)
  if (!isAddress) {
    complaints.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address')
    return undefined
  }
  if (serviceName !== '' && !NAME.test(serviceName))
    complaints.push('OTEL_SERVICE_NAME must be visible characters without spaces')
  const found = headers === '' ? [] : headers.split(',').map((part) => HEADER.exec(part.trim()))
  if (found.includes(null))
    complaints.push('OTEL_EXPORTER_OTLP_HEADERS must be name=value, with commas between them')
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries(
      found.flatMap((match) => (match === null ? [] : [[match[1] ?? '', decode(match[2] ?? '')]])),
    ),
    serviceName: serviceName || 'senca',
  }
}

/** Values are percent-encoded; an invalid encoding is used unchanged. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
