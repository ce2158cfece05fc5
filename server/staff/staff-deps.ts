import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

/** What changes of the staff depend on. */
export interface StaffDeps {
  jobs: Pick<Jobs, 'enqueueEmail'>;
  site: SiteInfo;
}
