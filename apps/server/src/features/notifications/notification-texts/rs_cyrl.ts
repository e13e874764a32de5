import type { NotificationTexts } from './notification-texts.ts'

export const rs_cyrl: NotificationTexts = {
  words: {
    door_forced: {
      title: '{{device}}: провала',
      body: 'У {{time}} врата су отворена иако су била закључана.',
    },
    break_in: {
      title: 'Аларм за провалу',
      body: 'Од {{time}}.',
    },
    smoke: {
      title: 'Аларм за дим',
      body: 'Од {{time}}.',
    },
    lock_jammed: {
      title: '{{device}}: заглављено',
      body: 'Од {{time}} брава је заглављена. Проверите врата.',
    },
    hold_failed: {
      title: '{{device}} није на сигурном',
      body: 'Од {{time}}: {{reason}}. Није у безбедном положају.',
    },
    holds_failed: {
      title: 'Није на сигурном: {{count}}',
      body: 'Од {{time}}: {{reason}}. {{devices}}',
    },
    door_open: {
      title: '{{device}}: отворено',
      body: 'Од {{time}} ({{lasted}}).',
    },
    door_unlocked: {
      title: '{{device}}: откључано',
      body: 'Од {{time}} ({{lasted}}).',
    },
    device_offline: {
      title: '{{device}}: није повезано',
      body: 'Не јавља се од {{time}}.',
    },
    devices_offline: {
      title: 'Није повезано уређаја: {{count}}',
      body: 'Не јављају се од {{time}}: {{devices}}',
    },
    sensor_silent: {
      title: 'Нема нових временских података',
      body: 'Од {{time}} нема нових података: {{what}}. Угрожени застори остају на сигурном.',
    },
    hold_began: {
      title: 'Застори су склоњени на сигурно',
      body: 'У {{time}}: {{reason}}. {{devices}}',
    },
    bridge_held: {
      title: '{{device}} остаје на сигурном',
      body: 'У {{time}}: {{name}} тражи померање. {{reason}}.',
    },
    hold_unconfirmed: {
      title: 'Безбедан положај није потврђен',
      body: 'Послато у {{time}}: {{reason}}. Проверите: {{devices}}',
    },
    command_failed: {
      title: '{{device}}: неуспела команда',
      body: 'Ваша команда у {{time}} није извршена.',
    },
    command_unconfirmed: {
      title: '{{device}}: није потврђено',
      body: 'Ваша команда у {{time}} је послата. Није познато да ли је извршена.',
    },
    unlocked_late: {
      title: '{{device}}: касно откључано',
      body: 'Откључано у {{time}} командом од {{since}} која није потврђена.',
    },
    locked_late: {
      title: '{{device}}: касно закључано',
      body: 'Закључано у {{time}} командом од {{since}} која није потврђена.',
    },
    link_used: {
      title: '{{device}}: откључано',
      body: 'У {{time}}, линк „{{name}}“.',
    },
    role_used: {
      title: '{{device}}: откључано',
      body: 'У {{time}}, први пут: {{by}}. Улога: {{name}}.',
    },
    link_blocked: {
      title: 'Линк је блокиран',
      body: 'У {{time}}, после десет погрешних ПИН-ова: {{name}}.',
    },
    battery_low: {
      title: '{{device}}: батерија {{percent}}',
      body: 'У {{time}}. Ускоро је замените или напуните.',
    },
    battery_low_unmeasured: {
      title: '{{device}}: слаба батерија',
      body: 'У {{time}}. Ускоро је замените или напуните.',
    },
    scenario_failed: {
      title: '{{name}}: није успело',
      body: 'У {{time}} ниједан уређај га није извршио.',
    },
    scenario_failed_in_part: {
      title: '{{name}}: делом успело',
      body: 'У {{time}} нису га извршили: {{devices}}',
    },
    firmware_failed: {
      title: '{{device}}: није ажурирано',
      body: 'У {{time}}. Уређај задржава досадашњу верзију.',
    },
    factory_reset: {
      title: '{{device}}: ресетовано',
      body: 'У {{time}} уређај је враћен на фабричка подешавања.',
    },
    weather_off: {
      title: 'Временска аутоматика је искључена',
      body: 'У {{time}}, {{by}}, до {{until}}: {{devices}}',
    },
    weather_on: {
      title: 'Временска аутоматика опет је укључена',
      body: 'У {{time}}, {{by}}: {{devices}}',
    },
    settings_changed: {
      title: '{{device}}: нова подешавања',
      body: 'У {{time}}, {{by}}. Проверите да ли се креће у правом смеру.',
    },
    new_browser: {
      title: 'Пријава из новог прегледача',
      body: 'У {{time}}. Ако то нисте били ви, промените лозинку.',
    },
    second_step_failed: {
      title: 'Други корак пријаве није успео',
      body: 'У {{time}}. Неко зна вашу лозинку; ако то нисте ви, промените је.',
    },
    recovery_code_used: {
      title: 'Употребљен је код за опоравак',
      body: 'У {{time}}. Ако то нисте били ви, промените лозинку.',
    },
    password_changed: {
      title: 'Ваша лозинка је промењена',
      body: 'У {{time}}. Све остале пријаве су завршене.',
    },
    password_reset: {
      title: 'Ваша лозинка је поново постављена',
      body: 'У {{time}} имејлом. Све пријаве су завршене.',
    },
    password_added: {
      title: 'Вашем налогу је додата лозинка',
      body: 'У {{time}}. Сада можете да се пријавите и имејл адресом.',
    },
    app_added: {
      title: 'Додата је апликација за аутентификацију',
      body: 'У {{time}}, пријави у два корака.',
    },
    app_removed: {
      title: 'Апликација за аутентификацију уклоњена',
      body: 'У {{time}}, из пријаве у два корака.',
    },
    passkey_added: {
      title: 'Додат је приступни кључ',
      body: 'У {{time}}: {{name}}.',
    },
    passkey_removed: {
      title: 'Приступни кључ је уклоњен',
      body: 'У {{time}}: {{name}}.',
    },
    codes_renewed: {
      title: 'Нови кодови за опоравак',
      body: 'У {{time}}. Претходни кодови више не важе.',
    },
    mqtt_login: {
      title: 'Направљен је MQTT приступ',
      body: 'У {{time}}: {{devices}}. Њиме мостови могу да управљају вашим домом.',
    },
    transfer_offered: {
      title: 'Понуђени су вам уређаји',
      body: 'У {{time}}, {{by}}: {{devices}}. Линк је у имејлу.',
    },
    role_given: {
      title: 'Добили сте приступ уређајима',
      body: 'У {{time}}, {{by}}: {{devices}}',
    },
    role_changed: {
      title: 'Ваш приступ уређајима је промењен',
      body: 'У {{time}}, {{by}}. Улога: {{name}}.',
    },
    role_ended: {
      title: 'Ваш приступ уређајима је престао',
      body: 'У {{time}}, {{by}}. Улога: {{name}}.',
    },
    bridge_made: {
      title: 'Повезана је апликација',
      body: 'У {{time}}: {{name}}. Ко има њен токен, може оно што јој је дозвољено.',
    },
    bridge_changed: {
      title: 'Повезана апликација је промењена',
      body: 'У {{time}}: {{name}}.',
    },
    bridge_renewed: {
      title: 'Повезана апликација има нови токен',
      body: 'У {{time}}: {{name}}.',
    },
    bridge_ends: {
      title: 'Повезана апликација ускоро истиче',
      body: '{{name}}. Датум је у имејлу од {{time}}.',
    },
    bridge_paired: {
      title: 'Мост је упарен',
      body: 'У {{time}}: {{device}} са мостом {{name}}.',
    },
    bridge_unpaired: {
      title: 'Упаривање моста је уклоњено',
      body: 'У {{time}}: {{device}}, мост {{name}}.',
    },
    bridge_reset: {
      title: 'Мост је враћен на почетна подешавања',
      body: 'У {{time}}: {{name}}. Поново га упарите са сваком апликацијом.',
    },
    bridge_reused: {
      title: 'Веза са апликацијом је прекинута',
      body: 'У {{time}}: {{name}}. Токен је употребљен двапут. По потреби је поново повежите.',
    },
    bridge_unlocks_by_pin: {
      title: 'Апликација може да откључа врата ПИН-ом',
      body: 'У {{time}}: {{name}} сопственим ПИН-ом може да откључа {{device}}.',
    },
    bridge_unlocks_by_ask: {
      title: 'Апликација може да тражи откључавање',
      body: 'У {{time}}: {{name}} може да затражи откључавање: {{device}}.',
    },
    bridge_unlocks_no_more: {
      title: 'Апликација више не откључава врата',
      body: 'У {{time}}: {{name}} више не откључава: {{device}}.',
    },
    bridge_pin_locked: {
      title: 'Десет погрешних ПИН-ова апликације',
      body: 'У {{time}}: {{name}} сат времена не може да откључа: {{device}}.',
    },
    bridge_asks_paused: {
      title: 'Апликација сат времена не може да тражи',
      body: 'У {{time}}: {{name}} три пута заредом је тражила откључавање, нико га није дозволио.',
    },
    webhook_gone: {
      title: 'Webhook је искључен',
      body: 'У {{time}}: {{name}}. Прималац је одговорио да адреса више не постоји.',
    },
    webhook_failing: {
      title: 'Webhook је искључен',
      body: 'У {{time}}: {{name}}. Пет дана ништа није могло да се испоручи.',
    },
    escalation_asked: {
      title: 'Замољени сте за помоћ око дома',
      body: 'У {{time}}: {{by}}. Пристати можете у подешавањима обавештења.',
    },
    test: {
      title: 'Пробно обавештење',
      body: 'Послато у {{time}}. Овако изгледају обавештења.',
    },
    test_chain: {
      title: 'Проба ескалације',
      body: 'Почела у {{time}}. Ништа се није десило.',
    },
    push_ending: {
      title: 'Отворите апликацију Senca',
      body: 'Иначе на овај уређај после {{until}} неће стизати обавештења.',
    },
    push_last_ended: {
      title: 'Ниједан уређај не прима обавештења',
      body: 'Последњи је одјављен у {{time}}. Имејлови стижу као и пре.',
    },
    push_limit: {
      title: 'Много обавештења',
      body: 'Од {{time}} су само на листи, осим оних која не смете да пропустите.',
    },
  },
  actions: {
    stop: 'Заустави',
    lock: 'Закључај',
    retry: 'Покушајте поново',
    snooze: 'За сат времена',
    freeze: 'Обустави дељење',
  },
  push: {
    discreet: {
      title: 'Senca',
      body: 'Нешто код куће тражи вашу пажњу.',
    },
    loggedOut: {
      title: 'Одјава',
      body: 'На овом уређају више нисте пријављени.',
    },
    several: {
      title: 'Нова обавештења: {{count}}',
      body: 'Стигла су у вашим сатима тишине.',
    },
    offline: {
      title: 'Нова обавештења: {{count}}',
      body: 'Стигла су док сервер није био повезан.',
    },
    personless: 'У {{time}}. Senca показује ко.',
    named: 'У {{time}}: {{name}}.',
    atHome: '{{home}}: {{title}}',
    done: 'Послато.',
    failed: 'Није успело. Senca показује зашто.',
    ended: {
      door_open: {
        title: '{{device}}: затворено',
        body: 'У {{time}}. Било је отворено: {{lasted}}.',
      },
      door_unlocked: {
        title: '{{device}}: закључано',
        body: 'У {{time}}. Било је откључано: {{lasted}}.',
      },
      device_offline: {
        title: '{{device}}: опет повезано',
        body: 'У {{time}}. Није било повезано: {{lasted}}.',
      },
      lock_jammed: {
        title: '{{device}}: није заглављено',
        body: 'У {{time}}. Трајало је: {{lasted}}.',
      },
      other: {
        title: 'Готово: {{title}}',
        body: 'У {{time}}. Трајало је: {{lasted}}.',
      },
    },
  },
}
