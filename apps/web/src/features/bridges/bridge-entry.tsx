import type { Bridge } from '@senca/contract/bridges'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import cardStyles from '#features/sharing-model/access-card.module.css'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { rightsWords } from './bridges.ts'
import { DeleteDialog } from './delete-dialog.tsx'

/** A connected app in the list of access. `devices` are the names of its devices in one line. */
export function BridgeEntry({ bridge, devices }: { bridge: Bridge; devices: string }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { name, kind, state, lastUsedAt, validBefore, client } = bridge
  const moment = (at: string) => fullMoment(new Date(at), pageTag())
  return (
    <li className={`${cardStyles.card} ${cardStyles.timed}`} data-state={state}>
      <div className={cardStyles.head}>
        <h3 className={cardStyles.name}>
          <bdi>{name}</bdi>
        </h3>
        <p className={cardStyles.state}>{t(`people.state.${state}`)}</p>
      </div>
      <p className={cardStyles.who}>
        {[t(`apps.kind.${kind}`), client?.host ?? client?.redirectHost].filter(Boolean).join(', ')}
      </p>
      <p className={cardStyles.devices}>{devices}</p>
      <p className={cardStyles.line}>{rightsWords(bridge, t)}</p>
      <div className={cardStyles.foot}>
        <div className={cardStyles.fact}>
          <Facts
            facts={[
              lastUsedAt === null ? t('apps.unused') : t('apps.used', { when: moment(lastUsedAt) }),
              validBefore === null || state === 'expired'
                ? null
                : t('apps.ends', { when: moment(validBefore) }),
            ]}
          />
        </div>
        <div className={cardStyles.keys}>
          <IconButton icon="trash" label={t('apps.deleteNamed', { name })} onClick={() => setAsking(true)} />
        </div>
      </div>
      {isAsking && <DeleteDialog bridge={bridge} onClose={() => setAsking(false)} />}
    </li>
  )
}
