/**
 * Preferences that a host's web interface expects in the sessions of agents who never changed them: a session that we
 * started may be used there too (`docs/compatibility.md`).
 */
export const FRONTEND_DEFAULTS: Readonly<Record<string, string>> = {
  AdminCommunicationLogPageShown: '25',
  AdminDynamicFieldsOverviewPageShown: '250',
  UserAuthBackend: '',
  UserCreateNextMask: '',
  UserMarkTicketSeenRedirectURL: '',
  UserMarkTicketUnseenRedirectURL: '',
  UserRefreshTime: '0',
  UserTicketOverviewMediumPageShown: '20',
  UserTicketOverviewPreviewPageShown: '15',
  UserTicketOverviewSmallPageShown: '25',
};
