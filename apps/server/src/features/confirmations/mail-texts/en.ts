import type { MailTexts } from './mail-texts.ts'

export const en: MailTexts = {
  purposes: {
    confirm: {
      subject: 'Senca: confirm your account',
      lead: 'Welcome to Senca. Please confirm that this e-mail address is yours.',
      action: 'Confirm account',
      unasked: 'If you did not create an account, ignore this message.',
    },
    reset: {
      subject: 'Senca: a new password',
      lead: 'Someone, most likely you, asked for a new password for your account.',
      action: 'Set a new password',
      unasked: 'If it was not you, ignore this message: your password stays as it is.',
    },
    add_password: {
      subject: 'Senca: a password for your account',
      lead: 'With a password you can also log in with your e-mail address.',
      action: 'Add a password',
      unasked: 'If you did not ask for this, ignore this message: nothing changes.',
    },
    delete: {
      subject: 'Senca: delete your account',
      lead: 'You asked us to delete your account. All your devices are removed too, and this cannot be undone.',
      action: 'Delete account',
      unasked: 'If you did not ask for this, ignore this message and change your password.',
    },
  },
  factoryReset: {
    subject: 'Senca: a device was reset to factory settings',
    lead: 'Your device “{{device}}” was reset to factory settings. It is still in your home.',
    ifGivenAway:
      'If you are giving it away, remove it in the app: then its new owner can add it at any time with the code on its label. Otherwise the code works for one day only.',
    ifNot:
      'If you are keeping it, control it once in the app: from then on the code on the label no longer works. If you did not reset it yourself, check who has access to the device.',
  },
  transfer: {
    subject: 'Senca: devices are offered to you',
    lead: '{{from}} offers you: {{devices}}.',
    quoted: '“{{name}}”',
    comesAlong:
      'Once you accept, all of this belongs to your account, with names, settings and saved positions. The previous owner can no longer see or control it, and neither can anyone with whom it was shared.',
    action: 'See and accept',
    life: 'The link works once and is valid for seven days. Log in with the account of this e-mail address.',
    unasked: 'If you were not expecting this, ignore this message: nothing changes.',
  },
  safety: {
    subjects: {
      moved: 'Senca: your shades were brought to safety',
      silent: 'Senca: no recent weather data',
      failed: 'Senca: a shade is not in its safe position',
      unconfirmed: 'Senca: a safe position is not confirmed',
    },
    why: 'At {{time}}: {{reason}}. Scenario: {{scenario}}.',
    limited: '{{what}} {{value}}, limit {{limit}}',
    broughtIn: 'Brought to safety: {{devices}}.',
    notIn: 'Not in their safe position: {{devices}}. They may be offline or jammed. Please check them.',
    unconfirmed: 'Sent to their safe position, not confirmed: {{devices}}. Please check them.',
    silence:
      'No recent data: {{what}}. Until data arrives, whatever the weather could damage stays in its safe position. Please check the sensor or the weather service.',
    what: {
      wind_speed: 'wind',
      wind_gust: 'gusts',
      temperature: 'temperature',
      humidity: 'humidity',
      rain: 'rain',
      snow: 'new snow',
      pressure: 'air pressure',
      co2: 'CO₂',
      break_in: 'break-in alarm',
      smoke: 'smoke alarm',
      forced_door: 'a door was forced',
      hail: 'hail warning',
      storm: 'storm warning',
    },
  },
  billing: {
    mails: {
      payment_failed: {
        subject: 'Senca: your payment failed',
        lead: 'The payment for your weather subscription failed. We will try again; until then everything works as before.',
        rest: 'Please check your card, or choose another way to pay.',
      },
      trial_ends: {
        subject: 'Senca: your free trial ends soon',
        lead: 'Your free trial of the weather subscription ends on {{date}}. The first payment is due then.',
        rest: 'If you do not want to continue, cancel before that day. Nothing will be charged.',
      },
      grace_0: {
        subject: 'Senca: your weather subscription has ended',
        lead: 'Your weather subscription ended on {{date}}. Protection scenarios keep working, with the same weather data.',
        rest: 'Weather scenarios for comfort keep working until {{stop}}. New weather scenarios need a subscription.',
      },
      grace_7: {
        subject: 'Senca: weather scenarios for comfort stop soon',
        lead: 'Your weather subscription ended on {{date}}. Weather scenarios for comfort stop on {{stop}}.',
        rest: 'Protection scenarios keep working.',
      },
      grace_13: {
        subject: 'Senca: last day of weather scenarios for comfort',
        lead: 'Weather scenarios for comfort stop on {{stop}}, because your weather subscription ended on {{date}}.',
        rest: 'Protection scenarios keep working.',
      },
    },
    manage: 'Your subscription:',
    storeSubscriptions:
      'Deleting the account does not cancel a subscription bought in an app store. Cancel it there:',
  },
  roles: {
    subjects: {
      given: 'Senca: devices were shared with you',
      changed: 'Senca: what is shared with you has changed',
      ended: 'Senca: devices are no longer shared with you',
    },
    leads: {
      given: '{{owner}} shares devices with you: {{devices}}. You will find them in Senca among your own.',
      changed: '{{owner}} changed the role “{{role}}” that you have. Devices: {{devices}}.',
      ended:
        'The role “{{role}}” from {{owner}} has ended. You no longer see these devices unless you have them through another role: {{devices}}.',
    },
    emptied: 'The role “{{role}}” from {{owner}} has ended: its last device is no longer in their home.',
    may: 'What you may do: {{permissions}}.',
    from: 'It begins: {{time}}.',
    until: 'It ends: {{time}}.',
    hours: 'Only at these times: {{hours}}.',
    everyDay: 'every day',
    zone: 'Time zone: {{zone}}.',
    permissions: { view: 'see them', command: 'control them', maintain: 'maintain them' },
  },
  weatherAutomatic: {
    subjects: {
      off: 'Senca: weather automation was switched off',
      on: 'Senca: weather automation was switched on again',
    },
    off: '{{who}} switched off weather automation for {{devices}} until {{until}}. Until then, Senca does not bring them to safety in bad weather.',
    on: '{{who}} switched weather automation on again for {{devices}}.',
    instead: 'If you do not want this, change it in the app.',
  },
  safetySettings: {
    subject: 'Senca: settings that decide which way a shade moves were changed',
    lead: '{{who}} changed settings of your device “{{device}}”: {{settings}}. Protection from the weather depends on them.',
    check:
      'Please check that the shade still moves the right way. If you do not want this change, undo it in the app and remove the access.',
    names: {
      devicetype: 'type of shade',
      motorInverted: 'direction of the motor',
      inclinationType: 'type of inclination',
      inclinationInverted: 'direction of inclination',
    },
  },
  mqttLogins: {
    subject: 'Senca: an MQTT login was created',
    lead: 'An MQTT login was created or replaced in your account: {{names}}. With it, bridges and other hardware can connect to your home and control what is connected there.',
    ifNot: 'If it was not you, delete the login in the app and change your password.',
  },
  bridges: {
    subjects: {
      made: 'Senca: an app was connected',
      changed: 'Senca: a connected app was changed',
      renewed: 'Senca: a connected app has a new token',
      ends: 'Senca: a connected app ends soon',
      paired: 'Senca: a bridge was paired',
      unpaired: 'Senca: a bridge was unpaired',
      reset: 'Senca: a bridge was reset',
      reused: 'Senca: an app was disconnected',
    },
    leads: {
      made: 'The app “{{name}}” was connected to your account. Anyone who has its token can do what was allowed to it.',
      changed: 'What the connected app “{{name}}” may do in your account was changed.',
      renewed: 'The token of the connected app “{{name}}” was replaced.',
      ends: 'The connected app “{{name}}” ends on {{date}}. Its token no longer works then.',
      paired:
        '{{ecosystem}} was paired with the bridge “{{name}}”. It can do what was allowed to the bridge.',
      unpaired: '{{ecosystem}} is no longer paired with the bridge “{{name}}”.',
      reset: 'The bridge “{{name}}” was reset. It has to be paired again with every app.',
      reused:
        'The app “{{name}}” was disconnected: one of its tokens was used twice, so someone else may have it. If you still need the app, connect it again.',
    },
    ifNot: 'If it was not you, delete the app in Senca and change your password.',
    connectAgain: 'If you still need it, connect it again in Senca before that day.',
  },
  credentials: {
    subjects: {
      passwordChanged: 'Senca: your password was changed',
      passwordReset: 'Senca: your password was reset',
      passwordAdded: 'Senca: a password was added to your account',
      appAdded: 'Senca: an authenticator app was added',
      appRemoved: 'Senca: the authenticator app was removed',
      passkeyAdded: 'Senca: a passkey was added',
      passkeyRemoved: 'Senca: a passkey was removed',
      codesRenewed: 'Senca: new recovery codes were created',
    },
    leads: {
      passwordChanged: 'The password of your account was changed. Everyone else was logged out.',
      passwordReset: 'The password of your account was reset by e-mail. Everyone was logged out.',
      passwordAdded:
        'A password was added to your account. You can now also log in with your e-mail address.',
      appAdded: 'An authenticator app was added to the two-step login of your account.',
      appRemoved: 'The authenticator app was removed from the two-step login of your account.',
      passkeyAdded: 'The passkey “{{name}}” was added to your account.',
      passkeyRemoved: 'The passkey “{{name}}” was removed from your account.',
      codesRenewed: 'The recovery codes of your account were replaced. The previous codes no longer work.',
    },
    ifNot:
      'If this was not you, choose “Forgot password?” on the login page right away: a new password logs everyone out. Then check the two-step login in the menu.',
  },
  lateDoor: {
    subject: 'Senca: a door carried out a command late',
    leads: {
      unlocked:
        '“{{device}}” was unlocked on {{at}}. The command was sent on {{sentAt}} and had not been confirmed.',
      locked:
        '“{{device}}” was locked on {{at}}. The command was sent on {{sentAt}} and had not been confirmed.',
    },
    check: 'If nobody expects this any more, please check the door.',
  },
  bridgeDoors: {
    subjects: {
      unlockByPin: 'Senca: a connected app may unlock a door',
      unlockByAsk: 'Senca: a connected app may ask to unlock a door',
      unlockOff: 'Senca: a connected app no longer unlocks a door',
      pinLocked: 'Senca: ten wrong PINs of a connected app',
      asksPaused: 'Senca: a connected app may not ask for an hour',
    },
    leads: {
      unlockByPin: '“{{app}}” may now unlock “{{device}}” with a PIN of its own.',
      unlockByAsk: '“{{app}}” may now ask people to unlock “{{device}}”. Only a person can allow it.',
      unlockOff: '“{{app}}” no longer unlocks “{{device}}”.',
      pinLocked: '“{{app}}” sent ten wrong PINs for “{{device}}”. It cannot unlock this door for an hour.',
      asksPaused:
        '“{{app}}” asked three times in a row to unlock a door, and nobody allowed it. It may not ask for an hour.',
    },
    ifNot:
      'If you do not expect this, delete the app in Senca under “Connected apps” and change your password.',
  },
  copyLink: 'If the button does not work, open this address in your browser:',
  linkLife: 'The link works once and is valid for one hour.',
  enterCode: 'Enter this code in Senca:',
  codeLife: 'The code works once and is valid for one hour. Do not share it with anyone.',
}
