import { LIMITS } from '@senca/contract'
import type { Home } from '@senca/contract/automation'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { homePlaceApi, reloadHomePlace } from './home-place.ts'
import styles from './home-place-form.module.css'
import { TownSearch } from './town-search.tsx'

const LOCATION_TIMEOUT_MS = 10_000
/** Decimal places of a degree; four are about ten meters. */
const DIGITS = 4
const MAX_LATITUDE = 90
const MAX_LONGITUDE = 180

type Fault = 'nameNeeded' | 'numbersBad' | 'denied'

/** The values in the form. `country` is only known for a town from the list. Without a time zone the server finds it. */
interface Draft {
  name: string
  lat: string
  lon: string
  country: string | null
  timezone: string | null
}

const readNumber = (text: string, max: number): number | null => {
  const value = Number(text.trim().replace('−', '-').replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(value) && Math.abs(value) <= max ? value : null
}

/** All zones that the browser knows, and the chosen one. */
function zoneOptions(chosen: string | null, byPlace: string) {
  const known = Intl.supportedValuesOf('timeZone')
  const zones = chosen === null || known.includes(chosen) ? known : [...known, chosen].toSorted()
  return [
    { value: '', label: byPlace },
    ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ]
}

/**
 * A form for the name and the location of the home: a town, the location of the browser, or coordinates. The server finds the time zone.
 * `home` is null before a location is set.
 */
export function HomePlaceForm({ home }: { home: Home | null }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<Draft>({
    name: home?.name ?? t('place.nameDefault'),
    lat: home === null ? '' : String(home.lat),
    lon: home === null ? '' : String(home.lon),
    country: home?.country ?? null,
    timezone: home?.timezone ?? null,
  })
  const [fault, setFault] = useState<Fault | null>(null)
  const [isAsking, setAsking] = useState(false)
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setFault(null)
  }
  const move = (lat: number, lon: number, country: string | null) =>
    change({ lat: String(lat), lon: String(lon), country, timezone: null })

  const save = useServerCall({
    send: (place: { lat: number; lon: number }) => {
      const name = draft.name.trim()
      const { country, timezone } = draft
      if (home === null) return homePlaceApi.create({ name, ...place, country, timezone })
      const hasMoved = place.lat !== home.lat || place.lon !== home.lon
      return homePlaceApi.update(
        hasMoved
          ? { name, ...place, country, timezone, altitude: null }
          : { name, ...(timezone === home.timezone ? {} : { timezone }) },
      )
    },
    onDone: async () => {
      await reloadHomePlace()
      showMessage('success', t('place.saved'))
    },
  })

  const locate = () => {
    setFault(null)
    const failed = () => {
      setAsking(false)
      setFault('denied')
    }
    if (!('geolocation' in navigator)) return failed()
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        move(Number(coords.latitude.toFixed(DIGITS)), Number(coords.longitude.toFixed(DIGITS)), null)
      },
      failed,
      { timeout: LOCATION_TIMEOUT_MS },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const lat = readNumber(draft.lat, MAX_LATITUDE)
    const lon = readNumber(draft.lon, MAX_LONGITUDE)
    if (draft.name.trim() === '') return setFault('nameNeeded')
    if (lat === null || lon === null) return setFault('numbersBad')
    save.send({ lat, lon })
  }
  const numbers = (['lat', 'lon'] as const).map((axis) => (
    <Field
      key={axis}
      label={t(`place.${axis}`)}
      name={`home-${axis}`}
      inputMode="text"
      autoComplete="off"
      value={draft[axis]}
      error={fault === 'numbersBad' ? '' : null}
      onChange={({ target }) => change({ [axis]: target.value, country: null, timezone: null })}
    />
  ))
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t('place.name')}
        name="home-name"
        autoComplete="off"
        maxLength={LIMITS.HOME_NAME_MAX_LENGTH}
        value={draft.name}
        error={fault === 'nameNeeded' ? t('place.nameNeeded') : null}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TownSearch onChoose={({ lat, lon, country }) => move(lat, lon, country)} />
      <div>
        <Button wide loading={isAsking} onClick={locate}>
          {t('place.locate')}
        </Button>
        {(fault === 'numbersBad' || fault === 'denied') && (
          <p className={styles.error} role="alert">
            {t(`place.${fault}`)}
          </p>
        )}
      </div>
      <details className={styles.exact} open={fault === 'numbersBad' || undefined}>
        <summary className={styles.summary}>
          <span>{t('place.exact')}</span>
          <span className={styles.place}>
            {[draft.lat, draft.lon].filter((each) => each.trim() !== '').join(', ')}
          </span>
          <Icon name="down" size={20} />
        </summary>
        <div className={styles.folded}>
          <div className={styles.numbers}>{numbers}</div>
          <SelectField
            label={t('place.timeZone')}
            value={draft.timezone ?? ''}
            options={zoneOptions(draft.timezone, t('place.byPlace'))}
            onChange={(zone) => change({ timezone: zone === '' ? null : zone })}
          />
        </div>
      </details>
      <Button type="submit" variant="primary" wide loading={save.isSending}>
        {t('place.save')}
      </Button>
    </form>
  )
}
