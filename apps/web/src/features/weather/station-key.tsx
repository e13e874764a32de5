import type { HookKey, HookKeyInfo, WeatherSources } from '@senca/contract/automation'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { StationWays } from './station-ways.tsx'
import styles from './weather.module.css'
import { makeHookKey } from './weather.ts'

interface StationKeyProps {
  info: HookKeyInfo
  /** The MQTT address for stations; undefined while it is unknown. */
  mqtt: WeatherSources['mqtt']
}

/** Creates or replaces the key with which an own station reports. A key is shown only once. */
export function StationKey({ info, mqtt }: StationKeyProps) {
  const { t } = useTranslation()
  const [made, setMade] = useState<HookKey | null>(null)
  const [isAsked, setAsked] = useState(false)
  const make = useServerCall({
    send: makeHookKey,
    onDone: (key) => {
      setMade(key)
      setAsked(false)
    },
  })
  return (
    <section className={styles.part}>
      <h2>{t('weather.stationHead')}</h2>
      <p>{t('weather.stationText')}</p>
      {made === null ? (
        info.createdAt !== null && (
          <p className={styles.note}>
            {t('weather.keySince', { when: fullMoment(new Date(info.createdAt), pageTag()) })}
          </p>
        )
      ) : (
        <>
          <p>{t('weather.keyOnce')}</p>
          <StationWays made={made} mqtt={mqtt} />
        </>
      )}
      <div>
        <Button
          variant={info.exists ? 'secondary' : 'primary'}
          loading={make.isSending}
          onClick={() => (info.exists ? setAsked(true) : make.send())}
        >
          {t(info.exists ? 'weather.replaceKey' : 'weather.makeKey')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={t('weather.askReplace')}
        text={t('weather.askReplaceText')}
        cancelLabel={t('weather.cancel')}
        confirmLabel={t('weather.replaceKey')}
        loading={make.isSending}
        onCancel={() => setAsked(false)}
        onConfirm={() => make.send()}
      />
    </section>
  )
}
