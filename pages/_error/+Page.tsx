import { NotFoundPage } from "../../components/landing/NotFoundPage.tsx";

export default NotFoundPage;
