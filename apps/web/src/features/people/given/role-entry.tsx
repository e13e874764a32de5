import type { Role } from '@senca/contract/people'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import cardStyles from '#features/sharing-model/access-card.module.css'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { IconButton, IconLink } from '#ui/controls/icon-button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { AppLink } from '#ui/layout/app-link.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import { levelOf } from '../levels.ts'
import { hoursWords, validityWords } from '../role-words.ts'
import { rolesApi } from '../roles.api.ts'
import { unlessGone, useRoleCall } from '../use-role-change.ts'

/** A role in the list of access, with its actions. `devices` are the names of its devices in one line. */
export function RoleEntry({ role, devices }: { role: Role; devices: string }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const removal = useRoleCall({
    send: ({ id }: Role) => unlessGone(rolesApi.remove(id)),
    doneText: () => t('people.deleted', { name: role.name }),
    onEnd: () => setAsking(false),
  })
  const tag = formatTag(currentLanguage())
  const now = useMinute()
  const { name } = role
  const lastUsed = role.users
    .map(({ lastUsedAt }) => lastUsedAt)
    .filter((at) => at !== null)
    .sort()
    .at(-1)
  return (
    <li className={`${cardStyles.card} ${cardStyles.timed}`} data-state={role.state}>
      <div className={cardStyles.head}>
        <h3 className={cardStyles.name}>
          <AppLink
            to={`/people/edit?${new URLSearchParams({ id: role.id })}`}
            aria-label={t('people.editNamed', { name })}
          >
            <bdi>{name}</bdi>
          </AppLink>
        </h3>
        <p className={cardStyles.state}>{t(`people.state.${role.state}`)}</p>
      </div>
      <p className={cardStyles.who}>
        {role.users.length === 0 ? t('people.nobody') : role.users.map(({ email }) => email).join(', ')}
      </p>
      <p className={cardStyles.devices}>{devices}</p>
      <p className={cardStyles.line}>
        {`${t(`people.level.${levelOf(role.permissions)}`)} · ${validityWords(role, now, tag, t)}`}
      </p>
      {hoursWords(role, tag, t).map((line) => (
        <p key={line} className={cardStyles.line}>
          {line}
        </p>
      ))}
      <div className={cardStyles.foot}>
        <p className={cardStyles.fact}>
          {lastUsed === undefined
            ? t('people.unused')
            : t('people.lastUsed', { when: weekdayMoment(new Date(lastUsed), tag) })}
        </p>
        <div className={cardStyles.keys}>
          {role.permissions.includes('maintain') && (
            <IconLink
              icon="history"
              label={t('people.reportNamed', { name })}
              to={`/people/report?${new URLSearchParams({ id: role.id })}`}
            />
          )}
          <IconButton
            icon="trash"
            label={t('people.deleteNamed', { name })}
            onClick={() => setAsking(true)}
          />
        </div>
      </div>
      <ConfirmDialog
        open={isAsking}
        danger
        title={t('people.deleteDialog.title')}
        text={t('people.deleteDialog.text', { name })}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('people.deleteDialog.confirm')}
        loading={removal.isSending}
        onCancel={() => setAsking(false)}
        onConfirm={() => removal.send(role)}
      />
    </li>
  )
}
