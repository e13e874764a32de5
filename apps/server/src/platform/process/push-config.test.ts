import { expect, it } from 'vitest'
import { isPushSubject, pushConfigOf, serviceNameOf } from './push-config.ts'

it.each([
  ['https://senca.example.com', true],
  ['https://senca.example.com/help#here', true],
  ['mailto:ana@example.com', true],
  ['http://senca.example.com', false],
  ['https://localhost', false],
  ['https://senca', false],
  ['https://senca.local', false],
  ['https://senca.lan', false],
  ['https://senca.internal', false],
  ['https://senca.home.arpa', false],
  ['https://senca.invalid', false],
  ['https://senca.test', false],
  ['https://senca.example', false],
  ['https://192.0.2.1', false],
  ['https://[2001:db8::1]', false],
  ['mailto:ana@localhost', false],
  ['mailto:ana@home.lan', false],
  ['mailto:ana', false],
  ['mailto:ana@example.com,bor@example.com', false],
  ['tel:112', false],
  ['nothing', false],
])('%s is taken as the contact of pushes: %s [PK25]', (value, isTaken) => {
  expect(isPushSubject(value)).toBe(isTaken)
})

const NONE = { isOn: undefined, subject: undefined, services: undefined, sender: undefined }
const PROJECT = 'https://github.com/senca-home/senca'

it.each([
  [
    'its own',
    { subject: 'mailto:me@example.com', publicUrl: 'https://senca.example.com' },
    'mailto:me@example.com',
  ],
  ['the public address', { publicUrl: 'https://senca.example.com' }, 'https://senca.example.com'],
  ['the sender of e-mails', { sender: 'door@example.com' }, 'mailto:door@example.com'],
  ['the help page', { supportUrl: 'https://help.example.com' }, 'https://help.example.com'],
  ['that of the project', { supportUrl: 'http://help.lan' }, PROJECT],
])('the contact is %s, the first that is taken', (_name, given, subject) => {
  const settings = {
    ...NONE,
    publicUrl: 'http://senca.lan',
    supportUrl: 'http://help.lan',
    projectUrl: PROJECT,
    ...given,
  }
  expect(pushConfigOf(settings).subject).toBe(subject)
})

const { services } = pushConfigOf({
  ...NONE,
  services: [{ protocol: 'http:', host: '127.0.0.1', port: '9', isSuffix: false }],
  publicUrl: PROJECT,
  supportUrl: PROJECT,
  projectUrl: PROJECT,
})
it.each([
  ['https://fcm.googleapis.com/fcm/send/abc', 'fcm.googleapis.com'],
  ['https://jmt17.google.com/fcm/send/abc', 'jmt17.google.com'],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'updates.push.services.mozilla.com'],
  ['https://web.push.apple.com/abc', 'push.apple.com'],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', 'notify.windows.com'],
  ['https://fcm.googleapis.com:443/abc', 'fcm.googleapis.com'],
  ['http://127.0.0.1:9/abc', '127.0.0.1'],
  ['http://127.0.0.1:10/abc', null],
  ['http://fcm.googleapis.com/abc', null],
  ['https://fcm.googleapis.com:8443/abc', null],
  ['https://user@fcm.googleapis.com/abc', null],
  ['https://fcm.googleapis.com/abc#here', null],
  ['https://fcm.googleapis.com.example.com/abc', null],
  ['https://push.apple.com/abc', null],
  ['https://evilpush.apple.com/abc', null],
  ['https://127.0.0.1/abc', null],
  ['ftp://fcm.googleapis.com/abc', null],
  ['nothing', null],
])('an endpoint at %s is of %s [PK32]', (endpoint, service) => {
  expect(serviceNameOf(services, endpoint)).toBe(service)
})
