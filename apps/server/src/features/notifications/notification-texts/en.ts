import type { NotificationTexts } from './notification-texts.ts'

export const en: NotificationTexts = {
  words: {
    door_forced: {
      title: '{{device}}: forced open',
      body: 'At {{time}} the door was opened while it was locked.',
    },
    break_in: {
      title: 'Break-in alarm',
      body: 'Since {{time}}.',
    },
    smoke: {
      title: 'Smoke alarm',
      body: 'Since {{time}}.',
    },
    lock_jammed: {
      title: '{{device}}: lock jammed',
      body: 'Since {{time}}. Please check the door.',
    },
    hold_failed: {
      title: '{{device}} is not safe',
      body: 'Since {{time}}: {{reason}}. It is not in its safe position.',
    },
    holds_failed: {
      title: 'Not in a safe position: {{count}}',
      body: 'Since {{time}}: {{reason}}. {{devices}}',
    },
    door_open: {
      title: '{{device}} is open',
      body: 'Since {{time}} ({{lasted}}).',
    },
    door_unlocked: {
      title: '{{device}} is unlocked',
      body: 'Since {{time}} ({{lasted}}).',
    },
    device_offline: {
      title: '{{device}} is offline',
      body: 'Has not reported since {{time}}.',
    },
    devices_offline: {
      title: 'Devices offline: {{count}}',
      body: 'They have not reported since {{time}}: {{devices}}',
    },
    sensor_silent: {
      title: 'No recent weather data',
      body: 'No recent data since {{time}}: {{what}}. What the weather could damage stays safe.',
    },
    hold_began: {
      title: 'Your shades were brought to safety',
      body: 'At {{time}}: {{reason}}. {{devices}}',
    },
    bridge_held: {
      title: '{{device}} stays safe',
      body: 'At {{time}} {{name}} asked to move it: {{reason}}.',
    },
    hold_unconfirmed: {
      title: 'A safe position is not confirmed',
      body: 'Sent at {{time}}: {{reason}}. Please check: {{devices}}',
    },
    command_failed: {
      title: '{{device}}: command failed',
      body: 'Your command of {{time}} was not carried out.',
    },
    command_unconfirmed: {
      title: '{{device}}: not confirmed',
      body: 'Your command of {{time}} was sent. Nothing says whether it was carried out.',
    },
    unlocked_late: {
      title: '{{device}}: unlocked late',
      body: 'Unlocked at {{time}}, by a command of {{since}} that was not confirmed.',
    },
    locked_late: {
      title: '{{device}}: locked late',
      body: 'Locked at {{time}}, by a command of {{since}} that was not confirmed.',
    },
    link_used: {
      title: '{{device}}: unlocked by a link',
      body: 'At {{time}}, by “{{name}}”.',
    },
    role_used: {
      title: '{{device}}: unlocked by role',
      body: 'At {{time}} by {{by}}, for the first time. Role: {{name}}.',
    },
    link_blocked: {
      title: 'A link was blocked',
      body: 'At {{time}}, after ten wrong PINs: {{name}}.',
    },
    battery_low: {
      title: '{{device}}: battery {{percent}}',
      body: 'At {{time}}. Please replace or charge it soon.',
    },
    battery_low_unmeasured: {
      title: '{{device}}: low battery',
      body: 'At {{time}}. Please replace or charge it soon.',
    },
    scenario_failed: {
      title: '{{name}}: scenario failed',
      body: 'At {{time}} no device carried it out.',
    },
    scenario_failed_in_part: {
      title: '{{name}}: failed in part',
      body: 'At {{time}} not carried out by: {{devices}}',
    },
    firmware_failed: {
      title: '{{device}}: update failed',
      body: 'At {{time}}. The device keeps its firmware.',
    },
    factory_reset: {
      title: '{{device}} was reset',
      body: 'At {{time}} it was reset to factory settings.',
    },
    weather_off: {
      title: 'Weather automation is off',
      body: 'At {{time}} by {{by}}, until {{until}}: {{devices}}',
    },
    weather_on: {
      title: 'Weather automation is on again',
      body: 'At {{time}} by {{by}}: {{devices}}',
    },
    settings_changed: {
      title: '{{device}}: settings changed',
      body: 'At {{time}} by {{by}}. Please check that it moves the right way.',
    },
    new_browser: {
      title: 'Login from a new browser',
      body: 'At {{time}}. If it was not you, change your password.',
    },
    second_step_failed: {
      title: 'The second login step failed',
      body: 'At {{time}}. Someone knows your password; if it was not you, change it.',
    },
    recovery_code_used: {
      title: 'A recovery code was used',
      body: 'At {{time}}. If it was not you, change your password.',
    },
    password_changed: {
      title: 'Your password was changed',
      body: 'At {{time}}. Everyone else was logged out.',
    },
    password_reset: {
      title: 'Your password was reset',
      body: 'At {{time}} by e-mail. Everyone was logged out.',
    },
    password_added: {
      title: 'A password was added to your account',
      body: 'At {{time}}. You can now log in with your e-mail address too.',
    },
    app_added: {
      title: 'An authenticator app was added',
      body: 'At {{time}}, to the two-step login of your account.',
    },
    app_removed: {
      title: 'The authenticator app was removed',
      body: 'At {{time}}, from the two-step login of your account.',
    },
    passkey_added: {
      title: 'A passkey was added',
      body: 'At {{time}}: {{name}}.',
    },
    passkey_removed: {
      title: 'A passkey was removed',
      body: 'At {{time}}: {{name}}.',
    },
    codes_renewed: {
      title: 'New recovery codes were created',
      body: 'At {{time}}. The previous codes no longer work.',
    },
    mqtt_login: {
      title: 'An MQTT login was created',
      body: 'At {{time}}: {{devices}}. With it, bridges can control your home.',
    },
    transfer_offered: {
      title: 'Devices are offered to you',
      body: 'At {{time}} by {{by}}: {{devices}}. The e-mail has the link.',
    },
    role_given: {
      title: 'Devices were shared with you',
      body: 'At {{time}} by {{by}}: {{devices}}',
    },
    role_changed: {
      title: 'What is shared with you has changed',
      body: 'At {{time}} by {{by}}. Role: {{name}}.',
    },
    role_ended: {
      title: 'Devices are no longer shared with you',
      body: 'At {{time}} by {{by}}. Role: {{name}}.',
    },
    bridge_made: {
      title: 'An app was connected',
      body: 'At {{time}}: {{name}}. Anyone who has its token can do what was allowed to it.',
    },
    bridge_changed: {
      title: 'A connected app was changed',
      body: 'At {{time}}: {{name}}.',
    },
    bridge_renewed: {
      title: 'A connected app has a new token',
      body: 'At {{time}}: {{name}}.',
    },
    bridge_ends: {
      title: 'A connected app ends soon',
      body: '{{name}}. The e-mail of {{time}} says when.',
    },
    bridge_paired: {
      title: 'A bridge was paired',
      body: 'At {{time}}: {{device}} with {{name}}.',
    },
    bridge_unpaired: {
      title: 'A bridge was unpaired',
      body: 'At {{time}}: {{device}} from {{name}}.',
    },
    bridge_reset: {
      title: 'A bridge was reset',
      body: 'At {{time}}: {{name}}. Pair it again with every app.',
    },
    bridge_reused: {
      title: 'An app was disconnected',
      body: 'At {{time}}: {{name}}. A token was used twice. Connect it again if you need it.',
    },
    bridge_unlocks_by_pin: {
      title: 'An app may unlock a door by PIN',
      body: 'At {{time}}: {{name}} may unlock {{device}} with a PIN of its own.',
    },
    bridge_unlocks_by_ask: {
      title: 'An app may ask to unlock a door',
      body: 'At {{time}}: {{name}} may ask people to unlock {{device}}.',
    },
    bridge_unlocks_no_more: {
      title: 'An app no longer unlocks a door',
      body: 'At {{time}}: {{name}} no longer unlocks {{device}}.',
    },
    bridge_pin_locked: {
      title: 'Ten wrong PINs of a connected app',
      body: 'At {{time}}: {{name}} cannot unlock {{device}} for an hour.',
    },
    bridge_asks_paused: {
      title: 'A connected app may not ask for an hour',
      body: 'At {{time}}: {{name}} asked three times in a row, and nobody allowed it.',
    },
    webhook_gone: {
      title: 'A webhook was switched off',
      body: 'At {{time}}: {{name}}. The receiver answered that the address no longer exists.',
    },
    webhook_failing: {
      title: 'A webhook was switched off',
      body: 'At {{time}}: {{name}}. Nothing could be delivered for five days.',
    },
    escalation_asked: {
      title: 'You are asked to help with a home',
      body: 'At {{time}} by {{by}}. Accept it among the choices of notifications.',
    },
    test: {
      title: 'Test notification',
      body: 'Sent at {{time}}. This is what notifications look like.',
    },
    test_chain: {
      title: 'Test of the escalation',
      body: 'Begun at {{time}}. Nothing has happened.',
    },
    push_ending: {
      title: 'Open Senca once on this device',
      body: 'Otherwise it gets no notifications from {{until}} on.',
    },
    push_last_ended: {
      title: 'No device gets notifications',
      body: 'The last one was logged out at {{time}}. E-mails are sent as before.',
    },
    push_limit: {
      title: 'Many notifications',
      body: 'From {{time}} on they are only listed, except what must not be missed.',
    },
  },
  actions: {
    stop: 'Stop',
    lock: 'Lock',
    retry: 'Try again',
    snooze: 'In an hour',
    freeze: 'Pause sharing',
  },
  push: {
    discreet: {
      title: 'Senca',
      body: 'Something at home needs you.',
    },
    loggedOut: {
      title: 'Logged out',
      body: 'You were logged out of Senca on this device.',
    },
    several: {
      title: 'New notifications: {{count}}',
      body: 'They came during your quiet hours.',
    },
    offline: {
      title: 'New notifications: {{count}}',
      body: 'They came while the server was offline.',
    },
    personless: 'At {{time}}. Senca shows by whom.',
    named: 'At {{time}}: {{name}}.',
    atHome: '{{home}}: {{title}}',
    done: 'Sent.',
    failed: 'It did not work. Open Senca to see why.',
    ended: {
      door_open: {
        title: '{{device}} is closed',
        body: 'At {{time}}. It was open: {{lasted}}.',
      },
      door_unlocked: {
        title: '{{device}} is locked',
        body: 'At {{time}}. It was unlocked: {{lasted}}.',
      },
      device_offline: {
        title: '{{device}} is online again',
        body: 'At {{time}}. It was offline: {{lasted}}.',
      },
      lock_jammed: {
        title: '{{device}}: no longer jammed',
        body: 'At {{time}}, after {{lasted}}.',
      },
      other: {
        title: 'Over: {{title}}',
        body: 'At {{time}}, after {{lasted}}.',
      },
    },
  },
}
