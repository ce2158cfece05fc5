// Long because it is one table: every way into an account, after every event that could close it.

import { afterAll, describe, expect, it } from 'vitest';
import { plantConversations } from './conversations.ts';
import { EVENTS, type EventName } from './events.ts';
import { plantFactors } from './factors.ts';
import { makeHousehold, openWaysIn } from './household.ts';
import { plantPeople } from './people.ts';

const { api, pushed } = await openWaysIn();
afterAll(api.close);

/** Open or closed, and why. */
type Cell = `${'open' | 'closed'}: ${string}`;
type Row = Record<EventName, Cell>;

const DELETED = 'closed: it is deleted with the account';
const SUSPENDED = 'closed: a suspended account is not signed in';
const NOT_STAFF = 'open: it stays an account, without /api/admin';
const UNRELATED = 'open: it has to do with listings of others only';
const STRANGERS = 'closed: a stranger may have added it';

/** A second factor: nothing but its owner, a lost account and a stranger’s account ends it. */
const FACTOR: Row = {
  'a reset of the password': 'open: a mailbox alone must not defeat a second factor',
  'a reset that is the first confirmation': STRANGERS,
  'a change of password': 'open: it is proved apart from the password',
  'a change of email': 'open: it is proved apart from the email',
  'a suspension': SUSPENDED,
  'its deletion': DELETED,
  'its removal from the staff': NOT_STAFF,
  'the removal of members': UNRELATED,
};
/** A session and what ends with it. */
const SESSION: Row = {
  'a reset of the password': 'closed: the former password may be known',
  'a reset that is the first confirmation': STRANGERS,
  'a change of password': 'closed: the former password may be known',
  'a change of email': 'open: they are of the same person, who can end them in the account',
  'a suspension': SUSPENDED,
  'its deletion': DELETED,
  'its removal from the staff': NOT_STAFF,
  'the removal of members': UNRELATED,
};
/** A link of an email to the account’s address. */
const LINK: Row = {
  ...SESSION,
  'a change of email': 'closed: who reads the former mailbox has it',
  'a suspension': 'open: it signs nobody in',
};
/** What an owner has given somebody, and answers for. */
const GRANT: Row = {
  ...FACTOR,
  'a reset of the password': 'open: giving it was verified, and the account lists it',
  'a change of password': 'open: giving it was verified, and the account lists it',
  'a change of email': 'open: it is the account’s, not of its address',
};

// In this order they are tried: the last ones change the account.
const TABLE: Record<string, Row> = {
  'a session': SESSION,
  'a passkey': FACTOR,
  'the code of an authenticator app': FACTOR,
  'a recovery code': FACTOR,
  'a pending sign-in': {
    ...SESSION,
    'a change of email': 'open: the password is still right, and it ends after five minutes',
  },
  'push messages': SESSION,
  'a role of the staff': {
    ...GRANT,
    'a reset of the password': 'open: the mailbox was invited, and the administration asks for a second factor',
    'a reset that is the first confirmation': 'open: it came by an invitation to the address',
    'a suspension': 'closed: the role is taken',
    'its removal from the staff': 'closed: the role is taken',
  },
  'helping another owner': {
    ...GRANT,
    'the removal of members': 'closed: the owner has ended it',
    'its removal from the staff': UNRELATED,
  },
  'an API key': GRANT,
  'being helped by a member': {
    ...GRANT,
    'a suspension': 'closed: the listings of a suspended owner are nobody’s',
    'its removal from the staff': UNRELATED,
    'the removal of members': 'closed: the owner has ended it',
  },
  'an invitation that it sent': { ...GRANT, 'its removal from the staff': UNRELATED },
  'an invitation to the staff that it sent': {
    ...GRANT,
    'a reset that is the first confirmation': 'open: only who accepted an invitation to the address can send it',
    'a suspension': 'closed: with the role',
    'its removal from the staff': 'closed: with the role',
  },
  'an invitation that it received': {
    ...GRANT,
    'a reset that is the first confirmation': 'open: it is in the mailbox of who has confirmed',
    'a change of email': 'closed: the former address was invited',
    'its removal from the staff': UNRELATED,
  },
  'the link of a conversation': {
    ...LINK,
    'a reset of the password': 'open: it opens that conversation, and no account',
    'a reset that is the first confirmation': 'open: it is in the mailbox of who has confirmed',
    'a change of password': 'open: it opens that conversation, and no account',
    'a suspension': 'open: what was written can be read, and nothing be written',
  },
  'a browser that opened such a link': {
    ...LINK,
    'a reset of the password': 'open: it opens that conversation, and no account',
    'a reset that is the first confirmation': 'open: who opened it reads the mailbox',
    'a change of password': 'open: it opens that conversation, and no account',
    'a change of email': 'closed: who read the former mailbox may have opened it',
    'a suspension': 'open: what was written can be read, and nothing be written',
  },
  'a reply address as a customer': {
    ...LINK,
    'a reset of the password': 'open: it takes an answer from the address, and opens nothing',
    'a reset that is the first confirmation': 'open: it is in the mailbox of who has confirmed',
    'a change of password': 'open: it takes an answer from the address, and opens nothing',
    'a suspension': 'closed: a suspended customer writes nothing',
  },
  'a reply address as an owner': {
    ...LINK,
    'a reset of the password': 'open: it takes an answer from the address, and opens nothing',
    'a reset that is the first confirmation': 'open: it was sent to the address, which had to be confirmed',
    'a change of password': 'open: it takes an answer from the address, and opens nothing',
    'a suspension': 'closed: a suspended owner writes nothing',
  },
  'a reply address as a member': {
    ...LINK,
    'a reset of the password': 'open: it takes an answer from the address, and opens nothing',
    'a reset that is the first confirmation': 'closed: with the membership',
    'a change of password': 'open: it takes an answer from the address, and opens nothing',
    'a suspension': 'closed: a suspended member writes nothing',
    'the removal of members': 'closed: with the membership',
  },
  'a link that signs in': { ...LINK, 'a suspension': SUSPENDED },
  'an unsubscribe link': {
    ...LINK,
    'a reset of the password': 'open: it only ends emails',
    'a reset that is the first confirmation': 'open: it only ends emails',
    'a change of password': 'open: it only ends emails',
    'a change of email': 'open: it only ends emails',
  },
  'a link for a new password': LINK,
  'a link that confirms the email': {
    ...LINK,
    'a reset of the password': 'open: the email is confirmed already',
    'a change of password': 'open: it confirms the address of the account, and nothing else',
    'a suspension': SUSPENDED,
  },
  'a link that changes the email': { ...LINK, 'a suspension': SUSPENDED },
  'a known device': {
    ...FACTOR,
    'a reset of the password': 'open: it only counts failed sign-ins apart',
    'a change of password': 'open: it only counts failed sign-ins apart',
    'a change of email': 'open: it only counts failed sign-ins apart',
    'a suspension': 'open: it only counts failed sign-ins apart',
  },
};

describe.each(Object.keys(EVENTS) as EventName[])('After %s', (event) => {
  it('each way into an account is open or closed as the table says', async () => {
    const household = await makeHousehold(api);
    const ways: Record<string, () => Promise<boolean>> = {
      ...(await plantFactors(household)),
      ...(await plantPeople(household)),
      ...(await plantConversations(household, pushed)),
    };
    expect(Object.keys(ways).toSorted()).toEqual(Object.keys(TABLE).toSorted());
    await EVENTS[event](household);
    const found: Record<string, string> = {};
    for (const [way, row] of Object.entries(TABLE)) {
      const isOpen = await ways[way]?.();
      const expected = row[event];
      found[way] = expected.startsWith(isOpen ? 'open:' : 'closed:') ? expected : isOpen ? 'open' : 'closed';
    }
    expect(found).toEqual(Object.fromEntries(Object.entries(TABLE).map(([way, row]) => [way, row[event]])));
  });
});

it('Before all of them, each way is open', async () => {
  const household = await makeHousehold(api);
  const ways: Record<string, () => Promise<boolean>> = {
    ...(await plantFactors(household)),
    ...(await plantPeople(household)),
    ...(await plantConversations(household, pushed)),
  };
  const closed: string[] = [];
  for (const way of Object.keys(TABLE)) if (!(await ways[way]?.())) closed.push(way);
  expect(closed).toEqual([]);
});
