import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../installation.mjs'
import { readDockerfile } from './dockerfile.mjs'
import { renderChart } from './render-chart.mjs'
import { knownVariables } from './variables.mjs'

const CHART = join(ROOT, 'deploy', 'helm', 'senca')
const SECRETS = {
  DATABASE_URL: 'postgres://senca:p@db/senca',
  SESSION_SECRET: 'a "secret": of 20 characters',
  MQTT_URL: 'mqtts://senca:p@broker:8883',
}
const render = (values = {}) => renderChart(CHART, { secrets: SECRETS, ...values })
const podOf = ({ Deployment }) => Deployment.spec.template.spec

describe('the chart', () => {
  it('has everything that an installation needs, and each part finds the others', () => {
    const objects = render()
    expect(Object.keys(objects).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'Ingress',
      'PodDisruptionBudget',
      'Secret',
      'Service',
    ])
    const { ConfigMap, Deployment, Ingress, PodDisruptionBudget, Secret, Service } = objects
    const labels = Deployment.spec.template.metadata.labels
    for (const selector of [
      Deployment.spec.selector.matchLabels,
      Service.spec.selector,
      PodDisruptionBudget.spec.selector.matchLabels,
    ]) {
      expect(Object.keys(selector).length).toBeGreaterThan(1)
      expect(labels).toMatchObject(selector)
    }
    const [container] = podOf(objects).containers
    expect(container.envFrom).toEqual([
      { configMapRef: { name: ConfigMap.metadata.name } },
      { secretRef: { name: Secret.metadata.name } },
    ])
    const [port] = Service.spec.ports
    expect(container.ports).toContainEqual({ name: port.targetPort, containerPort: 8080 })
    const { backend } = Ingress.spec.rules[0].http.paths[0]
    expect(backend.service).toEqual({ name: Service.metadata.name, port: { name: port.name } })
    expect(Secret.stringData).toMatchObject(SECRETS)
  })

  it('sets only variables that the server knows', () => {
    const { ConfigMap, Secret } = render({ config: { ACTIVITY_DAYS: '30' } })
    expect(ConfigMap.data).toMatchObject({ ACTIVITY_DAYS: '30', PUBLIC_URL: 'https://senca.example.com' })
    const known = knownVariables()
    for (const name of Object.keys({ ...ConfigMap.data, ...Secret.stringData })) expect(known).toContain(name)
  })

  it('runs as the image does: not as root, with nothing to write to but data and /tmp', () => {
    const pod = podOf(render())
    const [container] = pod.containers
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const { env } = readDockerfile().at(-1)
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([env.DATA_DIR, '/tmp'])
    // The server needs up to 15 s to end, after the time that the load balancer needs to notice.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(18)
  })

  it('takes a secret of its operator, and says what is missing without', () => {
    const objects = render({ existingSecret: 'mine', secrets: {} })
    expect(objects.Secret).toBe(undefined)
    expect(podOf(objects).containers[0].envFrom).toContainEqual({ secretRef: { name: 'mine' } })
    expect(() => renderChart(CHART)).toThrow('set secrets.DATABASE_URL or existingSecret')
  })

  it('starts its instances again when a setting changes', () => {
    const annotationsOf = (values) => render(values).Deployment.spec.template.metadata.annotations
    const before = annotationsOf({})
    expect(annotationsOf({})).toEqual(before)
    expect(annotationsOf({ config: { LOG_LEVEL: 'debug' } })).not.toEqual(before)
    expect(annotationsOf({ secrets: { ...SECRETS, MQTT_URL: 'mqtts://a:b@c' } })).not.toEqual(before)
  })

  it('passes on what stands in its values', () => {
    const objects = render({
      replicas: 5,
      image: { tag: '1.2.3' },
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'a', operator: 'Exists' }],
      podAnnotations: { team: 'homes' },
      ingress: { className: 'nginx', annotations: { issuer: 'le' }, tlsSecret: '' },
    })
    expect(objects.Deployment.spec.replicas).toBe(5)
    expect(objects.Deployment.spec.template.metadata.annotations).toMatchObject({ team: 'homes' })
    expect(podOf(objects)).toMatchObject({
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'a', operator: 'Exists' }],
    })
    expect(podOf(objects).containers[0].image).toBe('senca:1.2.3')
    expect(objects.Ingress.metadata.annotations).toEqual({ issuer: 'le' })
    expect(objects.Ingress.spec).toMatchObject({ ingressClassName: 'nginx' })
    expect(objects.Ingress.spec.tls).toBe(undefined)
    expect(render({ ingress: { enabled: false } }).Ingress).toBe(undefined)
  })
})
