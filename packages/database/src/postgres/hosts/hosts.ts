import type { ProfileName } from '@ticketgate/sdk';

import type { Host, HostAnswers } from './host.js';
import { otobo11 } from './otobo-11.js';
import { otrs60 } from './otrs-6.0.js';
import { znuny65 } from './znuny-6.5.js';

export const HOSTS: readonly Host[] = [otobo11, znuny65, otrs60];

/** The host whose tables a stand-alone system has, and whose answers the contract is based on. */
export const OUR_HOST: Host = otobo11;

const ANSWERS = new Map<ProfileName, HostAnswers>(HOSTS.map(({ profile, answers }) => [profile, answers]));

export function findAnswers(profile: ProfileName): HostAnswers {
  return ANSWERS.get(profile) ?? OUR_HOST.answers;
}
