import type { DeviceInfo } from '@senca/contract'
import { type HomeSun, SUN_MODES, type SunMode } from '@senca/contract/automation'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useUnits } from '#features/room-model/rooms.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { unitText } from '#i18n/weather-units.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { RadioList } from '#ui/forms/radio-list.tsx'
import { mayHaveCompass, useCompass } from './compass.ts'
import { CompassRose } from './compass-rose.tsx'
import { type Length, lengthUnit } from './lengths.ts'
import { setSun, sunOf } from './sun.ts'
import {
  boundsOf,
  draftOf,
  type NumberName,
  readNumber,
  requestOf,
  type SunDraft,
  type SunFault,
} from './sun-draft.ts'
import styles from './sun-form.module.css'

/** The position of the sun now; null before it is known. */
type SunNow = Pick<HomeSun, 'azimuth' | 'elevation'> | null

/** Device types for which the size of the slats can be set. */
const HAS_SLATS: ReadonlySet<string> = new Set(['venetian_blind', 'pergola'])

/** A form for the direction and the dimensions of a window, and for how much sun to keep out. */
export function SunForm({
  device,
  sunNow,
  onSaved,
}: {
  device: DeviceInfo
  sunNow: SunNow
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const units = useUnits()
  const tag = pageTag()
  const sun = sunOf(device)
  const [draft, setDraft] = useState<SunDraft>(() => draftOf(sun, units, tag))
  const [fault, setFault] = useState<SunFault | null>(null)
  const change = (changes: Partial<SunDraft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setFault(null)
  }
  const save = useServerCall({
    send: (request: Parameters<typeof setSun>[0]) => setSun(request),
    onDone: () => {
      showMessage('success', t('sun.saved'))
      onSaved()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = requestOf(draft, sun, units)
    if (!read.ok) return setFault(read.fault)
    save.send({ token: device.id, ...read.request })
  }

  const number = (name: NumberName) => (
    <NumberField
      key={name}
      name={name}
      text={draft[name]}
      isWrong={fault === name || (fault === 'order' && name === 'windowTop')}
      onChange={(text) => change({ [name]: text })}
    />
  )
  const isOn = draft.mode !== 'off'
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ModeField mode={draft.mode} onChange={(mode) => change({ mode })} />
      {isOn && (
        <>
          <FacingField
            azimuth={draft.azimuth}
            sunNow={sunNow}
            isMissing={fault === 'azimuth'}
            onChange={(azimuth) => change({ azimuth })}
          />
          <div className={styles.numbers}>{number(draft.mode === 'heat' ? 'above' : 'depth')}</div>
          {draft.mode === 'glare' && (
            <details className={styles.more} open={isOfWindow(fault) || undefined}>
              <summary>{t('sun.window')}</summary>
              <div className={styles.part}>
                <p className={styles.hint}>{t('sun.windowText')}</p>
                <div className={styles.numbers}>
                  {device.devicetype !== 'pergola' && [number('windowTop'), number('windowBottom')]}
                  {HAS_SLATS.has(device.devicetype) && [number('slatWidth'), number('slatSpacing')]}
                </div>
                {fault === 'order' && (
                  <p className={styles.error} role="alert">
                    {t('sun.order')}
                  </p>
                )}
              </div>
            </details>
          )}
        </>
      )}
      <Button type="submit" variant="primary" wide loading={save.isSending}>
        {t('sun.save')}
      </Button>
    </form>
  )
}

const isOfWindow = (fault: SunFault | null): boolean =>
  fault !== null && ['windowTop', 'windowBottom', 'slatWidth', 'slatSpacing', 'order'].includes(fault)

function ModeField({ mode, onChange }: { mode: SunMode; onChange: (mode: SunMode) => void }) {
  const { t } = useTranslation()
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{t('sun.mode')}</h2>
      <RadioList
        label={t('sun.mode')}
        value={mode}
        options={SUN_MODES.map((value) => ({ value, label: t(`sun.${value}`) }))}
        onChange={onChange}
      />
      <p className={styles.hint}>{t(`sun.${mode}Text`)}</p>
    </section>
  )
}

function FacingField(props: {
  azimuth: number | null
  sunNow: SunNow
  isMissing: boolean
  onChange: (azimuth: number) => void
}) {
  const { t } = useTranslation()
  const { azimuth, onChange } = props
  const compass = useCompass(onChange)
  const isUp = props.sunNow !== null && props.sunNow.elevation > 0
  const isListening = compass.state === 'waiting' || compass.state === 'on'
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{t('sun.facing')}</h2>
      <p className={styles.hint}>{t(isUp ? 'sun.facingTextSun' : 'sun.facingText')}</p>
      <CompassRose
        azimuth={azimuth}
        sun={isUp ? (props.sunNow?.azimuth ?? null) : null}
        onChange={onChange}
      />
      {props.isMissing && (
        <p className={styles.error} role="alert">
          {t('sun.azimuthNeeded')}
        </p>
      )}
      {mayHaveCompass() && (
        <div className={styles.compass}>
          {isListening ? (
            <Button variant="primary" loading={compass.state === 'waiting'} onClick={compass.stop}>
              {t('sun.compassTake')}
            </Button>
          ) : (
            <Button onClick={() => void compass.start()}>{t('sun.compass')}</Button>
          )}
          <p className={styles.hint} role="status">
            {compass.state === 'none' ? t('sun.compassNone') : isListening ? t('sun.compassText') : ''}
          </p>
        </div>
      )}
    </section>
  )
}

const LENGTH_OF: Readonly<Partial<Record<NumberName, Length>>> = { slatWidth: 'slat', slatSpacing: 'slat' }

function NumberField(props: {
  name: NumberName
  text: string
  isWrong: boolean
  onChange: (text: string) => void
}) {
  const { t } = useTranslation()
  const units = useUnits()
  const tag = pageTag()
  const { name, text, isWrong } = props
  const unit =
    name === 'above'
      ? unitText('temperature', { units, tag, t })
      : lengthUnit(LENGTH_OF[name] ?? 'room', units, tag)
  const [min, max] = boundsOf(name, units).map((bound) => new Intl.NumberFormat(tag).format(bound))
  const isBad = isWrong && readNumber(name, text, units) === null
  return (
    <Field
      label={t('sun.number', { name: t(`sun.${name}`), unit })}
      name={`sun-${name}`}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={isBad ? t('sun.bad', { min, max }) : null}
      onChange={({ target }) => props.onChange(target.value)}
    />
  )
}
