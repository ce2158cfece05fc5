import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

/** The dependencies of changes of the staff. */
export interface StaffDeps {
  jobs: Pick<Jobs, 'enqueueEmail'>;
  site: SiteInfo;
}
