import { describe, expect, it } from 'vitest'
import { AROUND_LJUBLJANA, atomOf, capOf } from '#testing/doubles/warnings-double.ts'
import { readCapMessage } from './cap-message.ts'
import { readFeed } from './feed-index.ts'
import { boundsOf, circleOf, isWithin, polygonOf } from './warning-area.ts'
import { dangersOf } from './warning-dangers.ts'
import { decodeXml, readXml } from './xml-tree.ts'

const LJUBLJANA = { lat: 46.0569, lon: 14.5058 }
const FEED = new URL('https://feeds.example.org/slovenia.atom')
const read = (intent: Parameters<typeof capOf>[0]) => readCapMessage(readXml(capOf(intent)))

describe('a name of an event', () => {
  it.each([
    ['Severe Thunderstorm Warning', ['storm']],
    ['High Wind Warning', ['storm']],
    ['Hail', ['hail']],
    ['SCHWERES GEWITTER mit HAGEL und STURMBÖEN', ['hail', 'storm']],
    ['ORKANBÖEN', ['storm']],
    ['Toča', ['hail']],
    ['Močna neurja', ['storm']],
    ['Močan veter', ['storm']],
    ['Olujni vjetar', ['storm']],
    ['Tuča', ['hail']],
    ['Grmljavinsko nevrijeme', ['storm']],
    ['Олујни ветар', ['storm']],
    ['Град', ['hail']],
    ['Vento forte', ['storm']],
    ['Grandine e temporali', ['hail', 'storm']],
    ['Vent violent', ['storm']],
    ['Rain', []],
    ['Storm surge', []],
    ['Sturmflut', []],
    ['Geomagnetic storm', []],
    ['Snow-ice', []],
    ['Poplava', []],
    ['Visoka temperatura', []],
    ['Frost', []],
  ])('%s stands for %j', (event, sources) => {
    expect(dangersOf(event, { codes: [], parameters: [] })).toEqual(sources)
  })

  it.each([
    [{ name: 'SAME', value: 'SVR' }, ['hail', 'storm']],
    [{ name: 'NationalWeatherService', value: 'HWW' }, ['storm']],
    [{ name: 'profile:DE-DWD:II', value: '46' }, ['hail', 'storm']],
    [{ name: 'II', value: '53' }, ['storm']],
    [{ name: 'GROUP', value: 'THUNDERSTORM;HAIL' }, ['hail', 'storm']],
    [{ name: 'SAME', value: 'FFW' }, []],
    [{ name: 'constructor', value: 'name' }, []],
    [{ name: 'SAME', value: 'constructor' }, []],
  ])('with the code %j stands for %j', (code, sources) => {
    expect(dangersOf('Warnung', { codes: [code], parameters: [] })).toEqual(sources)
  })

  it.each([
    [{ name: 'awareness_type', value: '1; Wind' }, ['storm']],
    [{ name: 'awareness_type', value: '3; Thunderstorm' }, ['storm']],
    [{ name: 'awareness_type', value: '10; Rain' }, []],
    [{ name: 'maxHailSize', value: 'Up to 1.75' }, ['hail']],
    [{ name: 'maxHailSize', value: '0.00' }, []],
  ])('with the parameter %j stands for %j', (parameter, sources) => {
    expect(dangersOf('Upozorenje', { codes: [], parameters: [parameter] })).toEqual(sources)
  })
})

describe('an area', () => {
  it('holds the places within its polygon', () => {
    const area = polygonOf(` ${AROUND_LJUBLJANA}\n`)
    if (area === null) throw new Error('no area')
    expect(isWithin(area, LJUBLJANA)).toBe(true)
    for (const [lat, lon] of [
      [45.8, 14.5],
      [46.05, 14.8],
      [46.3, 14.5],
      [46.05, 14.2],
      [-46.05, 14.5],
    ])
      expect(isWithin(area, { lat: lat ?? 0, lon: lon ?? 0 })).toBe(false)
    expect(boundsOf(area)).toEqual({ south: 45.9, north: 46.2, west: 14.3, east: 14.7 })
  })

  it('holds the places within its circle, in kilometres', () => {
    const area = circleOf('46.0,14.5 10')
    if (area === null) throw new Error('no area')
    // One degree of latitude is 111.2 km.
    expect(isWithin(area, { lat: 46.089, lon: 14.5 })).toBe(true)
    expect(isWithin(area, { lat: 46.091, lon: 14.5 })).toBe(false)
    const { south, north, west, east } = boundsOf(area)
    expect([south, north, west, east].map((edge) => Math.round(edge * 100) / 100)).toEqual([
      45.91, 46.09, 14.37, 14.63,
    ])
  })

  it.each(['', '1,2 3,4 5,6', '91,0 0,0 1,1 91,0', '1,2 3,x 5,6 1,2', '1 2 3 4', '1,2,3 1,2 1,2 1,2'])(
    'is none where %j should be a polygon',
    (text) => expect(polygonOf(text)).toBeNull(),
  )
  it.each(['', '46,14', '46,14 -1', '46,14 x', '46,14 1 2', '46,14 1e9'])(
    'is none where %j should be a circle',
    (text) => expect(circleOf(text)).toBeNull(),
  )
})

describe('a message', () => {
  it('says which alarms are on, where, and from when until when [WS14]', () => {
    const sent = new Date('2026-07-01T12:00:00Z')
    const onset = new Date('2026-07-01T14:00:00Z')
    const expires = new Date('2026-07-01T18:00:00Z')
    expect(read({ sent, onset, expires, headline: 'Storm &amp; hail\n ahead', event: 'Hail' })).toEqual({
      key: 'service@example.org,a1',
      replaces: [],
      parts: [
        {
          sources: ['hail'],
          areas: [expect.objectContaining({ kind: 'polygon' })],
          startsAt: onset,
          endsAt: expires,
          isExtreme: false,
          text: 'Storm & hail ahead',
          language: 'en-GB',
        },
      ],
    })
  })

  it('ends a day after it began where it does not say when', () => {
    const sent = new Date('2026-07-01T12:00:00Z')
    expect(read({ sent, expires: null })?.parts[0]?.endsAt).toEqual(new Date('2026-07-02T12:00:00Z'))
  })

  it('names those that it replaces', () => {
    const references = 'service@example.org,a1,2026-07-01T12:00:00+00:00 other@x,b2,2026-07-01T12:00:00+00:00'
    const replaces = ['service@example.org,a1', 'other@x,b2']
    expect(read({ msgType: 'Cancel', identifier: 'a2', references })).toMatchObject({ replaces, parts: [] })
    expect(read({ msgType: 'Update', identifier: 'a2', references })?.replaces).toEqual(replaces)
    expect(read({ msgType: 'Alert', identifier: 'a2', references })?.replaces).toEqual([])
    // A reference to itself is a mistake of the sender.
    expect(read({ msgType: 'Update', identifier: 'a1', references })?.replaces).toEqual(['other@x,b2'])
  })

  it.each([
    ['a test', { status: 'Test' }],
    ['an exercise', { status: 'Exercise' }],
    ['an answer', { msgType: 'Ack' }],
    ['one without a name', { identifier: '' }],
  ])('is not read of %s', (_, intent) => expect(read(intent)).toBeNull())

  it.each([
    ['of a lesser danger', { severity: 'Moderate' }],
    ['of something else', { event: 'Flood' }],
    ['without an area', { area: '<geocode><valueName>EMMA_ID</valueName><value>SI001</value></geocode>' }],
    ['that is over', { more: '<responseType>AllClear</responseType>' }],
    ['that ends before it begins', { expires: new Date(0) }],
    ['that lasts for a year', { expires: new Date(Date.now() + 365 * 86_400_000) }],
  ])('raises nothing %s [WS14]', (_, intent) => expect(read(intent)?.parts).toEqual([]))
})

describe('a document', () => {
  const BILLION = `<?xml version="1.0"?><!DOCTYPE alert [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><alert>&b;</alert>`
  it.each([
    ['with entities of its own', BILLION],
    ['with a file as an entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['with an unknown entity', '<alert>&x;</alert>'],
    ['that is cut off', '<alert><info>'],
    ['that is empty', ''],
    ['of another kind', '{"alert": 1}'],
    ['that is nested without end', `${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`],
  ])('%s is not read', (_, source) => expect(() => readXml(source)).toThrow())

  it('is read by the encoding that it declares', () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Böen</a>', 'latin1')
    expect(readXml(decodeXml(latin)).text).toBe('Böen')
    expect(readXml(decodeXml(Buffer.from('\ufeff<a>toča</a>'))).text).toBe('toča')
  })
})

describe('an index', () => {
  const indexOf = (source: string) => readFeed(readXml(source), FEED)

  it('in Atom leads to messages, but for those that it calls minor', () => {
    const url = 'https://feeds.example.org/cap/1'
    const minor = '<cap:severity>Moderate</cap:severity>'
    const entries = [
      { url, updated: '2026-07-01T12:00:00Z' },
      { url: `${url}2`, more: `${minor}<cap:message_type>Alert</cap:message_type>` },
      { url: `${url}3`, more: `${minor}<cap:msgType>Update</cap:msgType>` },
    ]
    expect(indexOf(atomOf(entries))).toEqual({
      alerts: [],
      entries: [
        { url, version: '2026-07-01T12:00:00Z' },
        { url: `${url}3`, version: null },
      ],
    })
  })

  it('in RSS likewise', () => {
    const rss = `<rss version="2.0"><channel><title>t</title><item><title>w</title><link>/cap/1.xml</link>
      <pubDate>Wed, 01 Jul 2026 12:00:00 GMT</pubDate></item></channel></rss>`
    expect(indexOf(rss)?.entries).toEqual([
      { url: 'https://feeds.example.org/cap/1.xml', version: 'Wed, 01 Jul 2026 12:00:00 GMT' },
    ])
  })

  it('may hold the messages themselves', () => {
    const inner = capOf({}).replace(/<\?xml[^>]*\?>/, '')
    const source = `<feed><entry><id>x</id><content type="application/cap+xml">${inner}</content></entry></feed>`
    expect(indexOf(source)?.alerts.map((alert) => readCapMessage(alert)?.key)).toEqual([
      'service@example.org,a1',
    ])
  })

  it.each([
    ['https://hub.example.org/cap/1', true],
    ['https://feeds.example.org:8443/cap/1', false],
    ['http://feeds.example.org/cap/1', false],
    ['https://example.com/cap/1', false],
    ['http://169.254.169.254/latest', false],
    ['file:///etc/passwd', false],
    ['https://user:secret@feeds.example.org/cap', false],
  ])('leads to %s: %j', (url, isRead) => {
    expect(indexOf(atomOf([{ url }]))?.entries.length).toBe(isRead ? 1 : 0)
  })

  it('is none where the document is something else', () => {
    expect(indexOf('<html><body>Not found</body></html>')).toBeNull()
  })
})
